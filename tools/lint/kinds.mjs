/**
 * What a kind of sponsor is, `core/kinds` says. Who asks elsewhere which kind it is decides for the next one by chance, so
 * this names each place, and ends with 1 where there is any. It needs types, which rules of our own do not get from oxlint.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
const isHere = (file) =>
  /^(?:api|bot|core\/(?!kinds\/)|db|scripts|web)\b.*(?<!\.d)\.tsx?$/.test(path.relative(root, file));

/** Each kind has its file. */
const kinds = new Set(
  readdirSync(path.join(root, 'core/kinds'))
    .filter((file) => file !== 'index.ts' && file !== 'kind.ts')
    .map((file) => file.replace('.ts', '')),
);

const isListOfKinds = (names) => {
  const rest = names.filter((name) => name !== 'smart_link');
  return rest.length > 1 && rest.every((name) => kinds.has(name));
};
const textOf = (node) => (node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined);
const isEquality = ({ kind }) =>
  [
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ].includes(kind);

function asksForKind(node, checker) {
  const isOfKinds = (typed) => {
    const type = checker.getTypeAtLocation(typed);
    const parts = (type.isUnion() ? type.types : [type]).filter((part) => part.isStringLiteral());
    return isListOfKinds(parts.map(({ value }) => value));
  };
  const isKind = (value) => /^ads_?type$/i.test(value.name?.text ?? value.text ?? '') || isOfKinds(value);
  if (ts.isBinaryExpression(node) && isEquality(node.operatorToken)) {
    const [literal, other] = ts.isStringLiteral(node.left)
      ? [node.left, node.right]
      : [node.right, node.left];
    return kinds.has(textOf(literal)) && isKind(other);
  }
  if (ts.isSwitchStatement(node)) return isKind(node.expression);
  if (ts.isArrayLiteralExpression(node)) return isListOfKinds(node.elements.map(textOf));
  if (ts.isUnionTypeNode(node)) return isListOfKinds(node.types.map(({ literal }) => textOf(literal)));
  if (ts.isTypeReferenceNode(node) && node.typeName.text === 'Record')
    return node.typeArguments !== undefined && isOfKinds(node.typeArguments[0]);
  const isText =
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText && /ads_type *(=|<>|in) *\(?'/i.test(node.text);
}

function placesIn(project) {
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(project, {}, ts.sys);
  const program = ts.createProgram(fileNames.filter(isHere), options);
  const checker = program.getTypeChecker();
  const places = [];
  const sources = program.getSourceFiles().filter(({ fileName }) => isHere(fileName));
  if (sources.length === 0) throw new Error(`No file of ${project} was found.`);
  for (const source of sources) {
    const visit = (node) => {
      if (asksForKind(node, checker)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        places.push(`${path.relative(root, source.fileName)}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return places;
}

const places = new Set(
  ['tsconfig.json', 'web/tsconfig.json'].flatMap((name) => placesIn(path.join(root, name))),
);
for (const place of places) {
  console.error(`${place}: Ask core/kinds what this kind answers: here the next kind is decided by chance.`);
}
process.exitCode = places.size > 0 ? 1 : 0;
