import { readdirSync } from 'node:fs';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * How long a function is without the functions inside it. A factory that returns an object of functions is as long as a
 * class would be; what must stay short is each piece of it.
 */
const ownLines = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false }],
    messages: { long: 'This function has {{lines}} lines of its own; the limit is {{max}}.' },
  },
  create(context) {
    const open = [];
    const enter = () => open.push({ inside: 0 });
    const leave = (node) => {
      const { inside } = open.pop();
      const whole = node.loc.end.line - node.loc.start.line + 1;
      const lines = whole - inside;
      const { max } = context.options[0];
      if (lines > max) context.report({ loc: node.loc.start, messageId: 'long', data: { lines, max } });
      // A function within one line takes no line from the one around it.
      if (open.length > 0) open.at(-1).inside += whole - 1;
    };
    const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
    return Object.fromEntries(
      kinds.flatMap((kind) => [
        [kind, enter],
        [`${kind}:exit`, leave],
      ]),
    );
  },
};

/** Each kind of sponsors has its file. */
const kindNames = new Set(
  readdirSync(new URL('core/kinds/', import.meta.url))
    .filter((file) => file !== 'index.ts' && file !== 'kind.ts')
    .map((file) => file.replace('.ts', '')),
);
const isListOfKinds = (names) => {
  const rest = names.filter((name) => name !== 'smart_link');
  return rest.length > 1 && rest.every((name) => kindNames.has(name));
};

/** What a kind of sponsor is, `core/kinds` says. Who asks elsewhere which kind it is decides for the next one by chance. */
const kindsAtHome = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { asked: 'Ask core/kinds what this kind answers: here the next kind is decided by chance.' },
  },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices;
    const say = (node) => context.report({ node, messageId: 'asked' });
    const isOfKinds = (type) => {
      const parts = (type.isUnion() ? type.types : [type]).filter((part) => part.isStringLiteral());
      return isListOfKinds(parts.map(({ value }) => value));
    };
    const isKind = (node) =>
      /^ads_?type$/i.test(node.property?.name ?? node.name ?? '') || isOfKinds(getTypeAtLocation(node));
    const inText = (node, text) => /ads_type *(=|<>|in) *\(?'/i.test(text) && say(node);
    return {
      BinaryExpression: (node) => {
        const { operator, left, right } = node;
        if (!/^[!=]==?$/.test(operator)) return;
        const [literal, other] = left.type === 'Literal' ? [left, right] : [right, left];
        if (kindNames.has(literal.value) && isKind(other)) say(node);
      },
      SwitchStatement: ({ discriminant }) => isKind(discriminant) && say(discriminant),
      ArrayExpression: (node) => isListOfKinds(node.elements.map((each) => each?.value)) && say(node),
      TSUnionType: (node) => isListOfKinds(node.types.map((each) => each.literal?.value)) && say(node),
      TSTypeReference: (node) => {
        const [key] = node.typeName.name === 'Record' ? (node.typeArguments?.params ?? []) : [];
        if (key !== undefined && isOfKinds(getTypeAtLocation(key))) say(node);
      },
      Literal: (node) => typeof node.value === 'string' && inText(node, node.value),
      TemplateElement: (node) => inText(node, node.value.raw),
    };
  },
};

/** `...{ a, b }` says nothing but that a line was full. */
const plainFields = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Name the fields in the object itself.',
};

/** `core` says a choice as a union of texts, and so do all others. */
const noEnums = { selector: 'TSEnumDeclaration', message: 'A union of texts says it, and needs no code.' };

/** Mistakes the language lets pass; the type-aware sets below bring the rest. */
const language = {
  'array-callback-return': 'error',
  'default-case-last': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'for-direction': 'error',
  'no-async-promise-executor': 'error',
  'no-case-declarations': 'error',
  'no-cond-assign': 'error',
  'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
  'no-constructor-return': 'error',
  'no-control-regex': 'error',
  'no-debugger': 'error',
  'no-duplicate-case': 'error',
  'no-else-return': 'error',
  'no-empty': 'error',
  'no-empty-pattern': 'error',
  'no-fallthrough': 'error',
  'no-irregular-whitespace': 'error',
  'no-loss-of-precision': 'error',
  'no-self-assign': 'error',
  'no-restricted-syntax': ['error', plainFields, noEnums],
  'no-self-compare': 'error',
  'no-sparse-arrays': 'error',
  'no-template-curly-in-string': 'error',
  'no-unreachable': 'error',
  'no-unsafe-finally': 'error',
  'no-unsafe-optional-chaining': 'error',
  'no-unused-labels': 'error',
  'no-useless-catch': 'error',
  'no-useless-escape': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'prefer-template': 'error',
  radix: 'error',
  'use-isnan': 'error',
  'valid-typeof': 'error',
};

const sizes = {
  'max-lines': ['error', { max: 400 }],
  'house/own-lines': ['error', { max: 50 }],
  'max-depth': ['error', 4],
  'max-params': ['error', 6],
};

const types = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/consistent-type-exports': 'error',
  // An interface says nothing that a type alias of an object does not; both stand where they read better.
  '@typescript-eslint/consistent-type-definitions': 'off',
  // There are no enums; looking for them at each value took a tenth of linting.
  '@typescript-eslint/no-unsafe-enum-assignment': 'off',
  // process.env['NAME'] shows that the name is data.
  '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
  // [...text] is the way to a text's characters rather than its halves of them.
  '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { inheritedMethods: false } }],
  // A case left out is a fault, also where a default would hide it.
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  // What has methods here is an object of closures, without a `this` to lose.
  '@typescript-eslint/unbound-method': 'off',
  // What implements a port answers a promise, whether or not it has to wait.
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  // `||` takes "" for absent, which is what the wire and the environment mean by it.
  '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
};

/** Deadlines come, whatever is collected as garbage: `test/core/any-signal.test.ts`. */
const heldSources = {
  object: 'AbortSignal',
  property: 'any',
  message: 'It holds no timeout that nothing else holds: take core/any-signal.ts.',
};

const heldBody = {
  name: 'fetch',
  message: 'The one of Node 20 can forget its deadline while a body comes: import it from undici.',
};

/** The core decides; time, chance and the world come to it through its ports. */
const purity = {
  'no-restricted-globals': [
    'error',
    { name: 'fetch', message: 'Only core/adapters speaks to the world.' },
    { name: 'process', message: 'Settings come in through createService.' },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Ask the Clock port.' },
    { object: 'Math', property: 'random', message: 'Ask the Random port.' },
    heldSources,
  ],
  'no-restricted-syntax': [
    'error',
    plainFields,
    noEnums,
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Ask the Clock port.' },
  ],
};

export default defineConfig(
  globalIgnores([
    ...[
      'dist/',
      'data/',
      'coverage/',
      'node_modules/',
      'test/artifacts/',
      '**/vendor/',
      '**/telegram-web-app.js',
    ],
    // Made by `npm run client`.
    ...['client/dist/', 'client/src/interface.ts', 'web/src/api/schema.d.ts', 'web/src/words/words.d.ts'],
  ]),
  {
    plugins: { house: { rules: { 'own-lines': ownLines, 'kinds-at-home': kindsAtHome } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { ...language, ...sizes },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      // Each project as a whole, which for all files takes less than asking file by file.
      parserOptions: {
        project: ['tsconfig.json', 'web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: types,
  },
  {
    files: ['api/**', 'bot/**', 'client/**', 'core/**', 'db/**', 'networks/**'],
    rules: { 'no-console': 'error' },
  },
  // A repository prepares its statements where it is made, one after the other.
  { files: ['db/**'], rules: { 'house/own-lines': ['error', { max: 90 }] } },
  {
    files: ['{api,bot,core,db}/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', heldBody],
      'no-restricted-properties': ['error', heldSources],
    },
  },
  { files: ['core/**/*.ts'], ignores: ['core/adapters/**'], rules: purity },
  { files: ['core/any-signal.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['{api,bot,core,db,scripts,web}/**/*.{ts,tsx}'],
    ignores: ['core/kinds/**'],
    rules: { 'house/kinds-at-home': 'error' },
  },
  {
    files: ['{test,tools}/**/*.ts'],
    rules: {
      // A describe is one function of many tests; the length of its file is what counts.
      'house/own-lines': 'off',
      // A test knows what it has just put there, and fails where it errs.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: {
      // What a component shows is markup, as long as a page of it.
      'house/own-lines': ['error', { max: 130 }],
      // An event hears nothing of its handlers, and nobody waits for the promise of a handler.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  // Plain scripts are not part of the TypeScript project.
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { sourceType: 'module' }, rules: { 'no-undef': 'error' } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: globals(
        'Buffer URL URLSearchParams AbortSignal console fetch process setTimeout clearTimeout',
      ),
    },
  },
  // The phone page and the pages' own scripts run in a browser.
  {
    files: ['emulator/phone/*.js', 'api/pages/**/*.js'],
    // A classic script is one function, so that its names stay its own.
    rules: { 'house/own-lines': ['error', { max: 80 }] },
    languageOptions: {
      globals: globals(
        'devicePixelRatio document window location history navigator localStorage sessionStorage screen fetch console alert crypto ' +
          'URL URLSearchParams FormData Blob File Event CustomEvent EventSource AbortController Headers Response ' +
          'HTMLElement Element Node DOMParser MutationObserver ResizeObserver IntersectionObserver TextEncoder ' +
          'TextDecoder Intl matchMedia setTimeout clearTimeout setInterval clearInterval requestAnimationFrame ' +
          'getComputedStyle queueMicrotask structuredClone btoa atob parent top self innerWidth innerHeight',
      ),
    },
  },
);

function globals(names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'readonly']));
}
