/** A request in four languages, with nothing to install. The key comes from the environment. */

export interface CodeSample {
  lang: 'Shell' | 'Python' | 'JavaScript' | 'PHP';
  label: string;
  source: string;
}

export interface SampleCall {
  method: 'GET' | 'POST';
  url: string;
  /** The variable that holds the key; null where none is needed. */
  key: string | null;
  /** JSON; null where there is no body. */
  body: string | null;
}

/** The variable of each kind of key. */
export const keyVariables = { access: 'ACCESS_KEY', statistics: 'STATISTICS_TOKEN', bot: 'BOT_KEY' } as const;

export function codeSamplesOf(call: SampleCall): CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
    { lang: 'JavaScript', label: 'Node', source: node(call) },
    { lang: 'PHP', label: 'PHP', source: php(call) },
  ];
}

function curl({ url, key, body }: SampleCall): string {
  const parts = [
    `curl ${quotedForShell(url)}`,
    key !== null && `  -H "Auth: $${key}"`,
    body !== null && `  -H 'Content-Type: application/json'`,
    body !== null && `  -d ${quotedForShell(body)}`,
  ];
  return parts.filter((part) => part !== false).join(' \\\n');
}

function quotedForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function python({ method, url, key, body }: SampleCall): string {
  const headers = [
    key !== null && `"Auth": os.environ["${key}"]`,
    body !== null && `"Content-Type": "application/json"`,
  ].filter((part) => part !== false);
  // What Python calls True, False and None is read from JSON, so that a sample is the same body in all languages.
  const data = body === null ? '' : `\n    data=json.dumps(json.loads(${JSON.stringify(body)})).encode(),`;
  return `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    method="${method}",${data}
    headers={${headers.join(', ')}},
)
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    answer = error  # The envelope says what is wrong.
print(json.load(answer))`;
}

function node({ method, url, key, body }: SampleCall): string {
  const headers = [
    key !== null && `Auth: process.env.${key}`,
    body !== null && `'Content-Type': 'application/json'`,
  ].filter((part) => part !== false);
  const lines = [
    `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    body !== null && `  body: JSON.stringify(${body}),`,
  ];
  return `const answer = await fetch('${url}', {
${lines.filter((part) => part !== false).join('\n')}
});
console.log(await answer.json());`;
}

function php({ method, url, key, body }: SampleCall): string {
  const headers = [
    key !== null && `'Auth: ' . getenv('${key}')`,
    body !== null && `'Content-Type: application/json'`,
  ].filter((part) => part !== false);
  const lines = [
    `    'method' => '${method}',`,
    headers.length > 0 && `    'header' => [${headers.join(', ')}],`,
    body !== null && `    'content' => '${body.replaceAll(/[\\']/g, (character) => `\\${character}`)}',`,
    `    'ignore_errors' => true,`,
  ];
  return `<?php
$context = stream_context_create(['http' => [
${lines.filter((part) => part !== false).join('\n')}
]]);
var_dump(json_decode(file_get_contents('${url}', false, $context), true));`;
}
