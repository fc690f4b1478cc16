/** Commands that say how they are used: what stands at the head of their file, for who asks for it or gives wrong words. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { report } from '../../scripts/install.mjs';

/** The comment at the head of a file, without its marks. */
function usageOf(file) {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  return comment.replace(/^ \* ?/gm, '').trim();
}

/**
 * The words that a command was given. Prints its usage and ends the process where they ask for it (`--help`, code 0) or
 * are none of its own (code 2).
 * @param url of the command's file
 * @param options as `parseArgs` takes them
 * @param faultOf returns a fault of the words beyond those of the options; null: none
 */
export function wordsOf(url, options, faultOf = () => null) {
  const usage = usageOf(fileURLToPath(url));
  const wrong = (fault) => {
    report(`${fault}\n\n${usage}`);
    process.exit(2);
  };
  const parsed = tryTo(() =>
    parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } }, allowPositionals: true }),
  );
  if (parsed.fault !== undefined) return wrong(parsed.fault);
  if (parsed.value.values.help) {
    console.log(usage);
    process.exit(0);
  }
  const fault = faultOf(parsed.value);
  return fault === null ? parsed.value : wrong(fault);
}

function tryTo(parse) {
  try {
    return { value: parse() };
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    return { fault: error.message };
  }
}
