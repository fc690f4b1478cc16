/**
 * The Bot API's types, as they ship with grammY, as a JSON schema. It is made once for a version of them, before a run, and
 * kept with what tools keep: making it takes seconds.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';

const FOLDER = path.resolve(import.meta.dirname, '../../../node_modules/.cache/bot-api');

/** `Calls` and `Answers` have a property for each method; a file is text here: its id, its address or `attach://<part>`. */
function rootOf(types: string): string {
  const text = readFileSync(path.join(types, 'methods.d.ts'), 'utf8');
  const source = ts.createSourceFile('methods.d.ts', text, ts.ScriptTarget.Latest, true);
  const imports = source.statements.filter(ts.isImportDeclaration).map((each) => each.getText());
  const own = source.statements.flatMap((each) =>
    ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) ? [each] : [],
  );
  const table = own.find(({ name }) => name.text === 'ApiMethods');
  if (table === undefined || !ts.isTypeAliasDeclaration(table) || !ts.isTypeLiteralNode(table.type))
    throw new Error('grammY names the methods in another way than this reads');
  // Two old names of methods are no signatures; nothing may call those.
  const methods = table.type.members.filter(ts.isMethodSignature);
  const lines = (typeOf: (method: ts.MethodSignature) => string) =>
    methods.map((method) => `${method.name.getText()}: ${typeOf(method)};`).join('\n');
  const rest = own
    .map(({ name }) => name.text)
    .filter((name) => !['ApiMethods', 'Opts', 'Params'].includes(name));
  // A message with a caption is also one that has what this type of it leaves open, such as its photo.
  const widened = (type: string) =>
    type.replaceAll('Message.CaptionableMessage', 'Message.CaptionableMessage & Message');
  return [
    imports.join('\n').replaceAll('"./', `"${types}/`),
    `import type { ${rest.join(', ')} } from "${types}/methods.js";`,
    `import type { ApiError } from "${types}/api.js";`,
    'type F = string;',
    `interface Calls { ${lines((method) => method.parameters[0]?.type?.getText() ?? '{}')} }`,
    `interface Answers { ${lines((method) => widened(method.type?.getText() ?? 'never'))} }`,
    'export interface BotApi { calls: Calls; answers: Answers; update: Update; failure: ApiError }',
  ].join('\n');
}

/** Of `T & {}`, which says that T is there, the generator makes "a T, and an object without properties". */
function withoutEmptiness(_name: string, value: unknown): unknown {
  const all = (value as { allOf?: object[] } | null)?.allOf;
  if (all === undefined) return value;
  const isEmpty = (part: object) =>
    'properties' in part && Object.keys(part.properties as object).length === 0;
  const [first, ...others] = all.filter((part) => !isEmpty(part));
  if (first === undefined || others.length > 0) throw new Error(`unread: ${JSON.stringify(all)}`);
  return first;
}

function generate(root: string, file: string): void {
  mkdirSync(FOLDER, { recursive: true });
  const source = path.join(FOLDER, 'types.ts');
  writeFileSync(source, root);
  const settings = {
    path: source,
    type: 'BotApi',
    jsDoc: 'none',
    expose: 'all',
    skipTypeCheck: true,
  } as const;
  const schema = JSON.stringify(createGenerator(settings).createSchema('BotApi'));
  // Whoever reads it must not find half of it.
  writeFileSync(`${file}.new`, JSON.stringify(JSON.parse(schema, withoutEmptiness)));
  renameSync(`${file}.new`, file);
}

/** Before a run: makes it where it is missing, and says where it is in the environment of those who test. */
export function setup(): void {
  const grammy = createRequire(import.meta.url).resolve('grammy');
  const types = path.dirname(createRequire(grammy).resolve('@grammyjs/types'));
  const generator = path.join(FOLDER, '../../ts-json-schema-generator');
  const madeFrom = [types, generator].map((folder) => readFileSync(path.join(folder, 'package.json')));
  const hash = createHash('sha256');
  for (const bytes of [...madeFrom, readFileSync(import.meta.filename)]) hash.update(bytes);
  const file = path.join(FOLDER, `${hash.digest('hex').slice(0, 16)}.json`);
  if (!existsSync(file)) generate(rootOf(types), file);
  process.env['BOT_API_SCHEMA'] = file;
}
