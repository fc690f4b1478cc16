import { defineConfig } from 'oxlint';

const errors = (names) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'error']),
  );

/** Mistakes the language lets pass. */
const language = {
  ...errors(`
    array-callback-return default-case-last for-direction no-async-promise-executor no-case-declarations
    no-cond-assign no-constructor-return no-control-regex no-debugger no-duplicate-case no-else-return no-empty
    no-empty-pattern no-fallthrough no-irregular-whitespace no-loss-of-precision no-self-assign no-self-compare
    no-sparse-arrays no-template-curly-in-string no-unreachable no-unsafe-finally no-unsafe-optional-chaining
    no-unused-labels no-useless-catch no-useless-escape no-var object-shorthand prefer-const prefer-template radix
    use-isnan valid-typeof house/plain-fields house/no-enums
  `),
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
};

const sizes = {
  'max-lines': ['error', { max: 400 }],
  'house/own-lines': ['error', { max: 50 }],
  'max-depth': ['error', 4],
  'max-params': ['error', 6],
};

const namesOfTypeRules = `
  adjacent-overload-signatures array-type await-thenable ban-tslint-comment class-literal-property-style
  consistent-generic-constructors consistent-indexed-object-style consistent-type-assertions
  consistent-type-exports no-array-delete no-base-to-string no-confusing-non-null-assertion no-deprecated
  no-duplicate-enum-values no-duplicate-type-constituents no-dynamic-delete no-empty-object-type no-explicit-any
  no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array
  no-generated-empty-object-type no-implied-eval no-inferrable-types no-invalid-void-type
  no-meaningless-void-operator no-misused-new no-mixed-enums no-namespace
  no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain no-non-null-assertion
  no-redundant-type-constituents no-require-imports no-this-alias no-unnecessary-boolean-literal-compare
  no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments
  no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
  no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call
  no-unsafe-declaration-merging no-unsafe-enum-comparison no-unsafe-function-type no-unsafe-member-access
  no-unsafe-return no-unsafe-unary-minus no-useless-default-assignment no-wrapper-object-types
  non-nullable-type-assertion-style only-throw-error prefer-as-const prefer-find prefer-for-of
  prefer-function-type prefer-includes prefer-literal-enum-member prefer-namespace-keyword prefer-optional-chain
  prefer-promise-reject-errors prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type
  prefer-string-starts-ends-with related-getter-setter-pairs triple-slash-reference unified-signatures
  use-unknown-in-catch-callback-variable
`;

const types = {
  ...errors(namesOfTypeRules.replaceAll(/\S+/g, 'typescript/$&')),
  ...errors('no-array-constructor no-empty-function no-unused-expressions no-useless-constructor'),
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  // process.env['NAME'] shows that the name is data.
  'typescript/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/no-misused-promises': ['error', { checksVoidReturn: { inheritedMethods: false } }],
  // [...text] is the way to a text's characters rather than its halves of them.
  'typescript/no-misused-spread': ['error', { allow: ['string'] }],
  // `||` takes "" for absent, which is what the wire and the environment mean by it.
  'typescript/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  // A case left out is a fault, also where a default would hide it.
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
};

/** Deadlines come, whatever is collected as garbage: `test/core/any-signal.test.ts`. */
const heldSources = {
  object: 'AbortSignal',
  property: 'any',
  message: 'It holds no timeout that nothing else holds: take core/any-signal.ts.',
};

const held = {
  'no-restricted-globals': [
    'error',
    {
      name: 'fetch',
      message: 'The one of Node 20 can forget its deadline while a body comes: import it from undici.',
    },
  ],
  'no-restricted-properties': ['error', heldSources],
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
  'house/no-present': 'error',
};

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./tools/lint/house.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    ...['dist/', 'data/', 'coverage/', 'test/artifacts/', '**/vendor/', '**/telegram-web-app.js'],
    // Made by `npm run client`.
    ...['client/dist/', 'client/src/interface.ts', 'web/src/api/schema.d.ts', 'web/src/words/words.d.ts'],
  ],
  rules: { ...language, ...sizes },
  overrides: [
    { files: ['**/*.{ts,tsx}'], rules: types },
    {
      files: ['{api,bot,client,core,db,networks}/**'],
      rules: { 'no-console': 'error' },
    },
    // A repository prepares its statements where it is made, one after the other.
    { files: ['db/**'], rules: { 'house/own-lines': ['error', { max: 90 }] } },
    { files: ['core/**/*.ts'], rules: purity },
    { files: ['{api,bot,db,core/adapters}/**/*.ts'], rules: { ...held, 'house/no-present': 'off' } },
    { files: ['core/any-signal.ts'], rules: { 'no-restricted-properties': 'off' } },
    {
      files: ['{test,tools}/**/*.ts'],
      rules: {
        // A describe is one function of many tests; the length of its file is what counts.
        'house/own-lines': 'off',
        // A test knows what it has just put there, and fails where it errs.
        'typescript/no-non-null-assertion': 'off',
      },
    },
    {
      files: ['web/src/**/*.{ts,tsx}'],
      rules: {
        // What a component shows is markup, as long as a page of it.
        'house/own-lines': ['error', { max: 130 }],
        // An event hears nothing of its handlers, and nobody waits for the promise of a handler.
        'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
      },
    },
    // TypeScript knows the names in all others.
    { files: ['**/*.{js,mjs,cjs}'], rules: { 'no-undef': 'error' } },
    { files: ['**/*.{mjs,cjs}'], env: { node: true } },
    { files: ['**/*.cjs'], env: { commonjs: true } },
    // The phone page and the pages' own scripts run in a browser.
    {
      files: ['emulator/phone/*.js', 'api/pages/**/*.js'],
      // A classic script is one function, so that its names stay its own.
      rules: { 'house/own-lines': ['error', { max: 80 }] },
      env: { browser: true },
    },
  ],
});
