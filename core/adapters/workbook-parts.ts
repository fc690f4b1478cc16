/** What an .xlsx file holds beside the rows of its sheets: how values look, what sheets there are, and their frames. */
import type { Column, ColumnKind } from '../reports/index.js';
import { escaped } from './workbook-rows.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const formats: Readonly<Record<Exclude<ColumnKind, 'text'>, string>> = {
  id: '0',
  count: '#,##0',
  money: '#,##0.00####',
  moment: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
};

/** Numbers below are Excel's own formats. */
const FIRST_FORMAT = 164;
/** Text, whatever it looks like. */
const TEXT_FORMAT = 49;
const kinds = Object.keys(formats) as (keyof typeof formats)[];

/** The numbers of styles, in the order of `stylesPart`. */
export const styles = { plain: 0, bold: 1, header: 2 } as const;
const FIRST_OF_KINDS = 3;

/** The style of a column of this kind. */
export function styleOf(kind: ColumnKind): number {
  return kind === 'text' ? styles.plain : FIRST_OF_KINDS + kinds.indexOf(kind);
}

/** The same at the left: otherwise the value of a line stands at the far side of its column. */
export function leftStyleOf(kind: ColumnKind): number {
  return kind === 'text' ? styles.plain : styleOf(kind) + kinds.length;
}

function stylesPart(): string {
  const base = (format: number, font = 0) =>
    `<xf numFmtId="${String(format)}" fontId="${String(font)}" fillId="0" borderId="0"`;
  const ofKinds = kinds.map((_, index) => `${base(FIRST_FORMAT + index)} xfId="0" applyNumberFormat="1"`);
  const looks = [
    `${base(0)} xfId="0"/>`,
    `${base(0, 1)} xfId="0" applyFont="1"/>`,
    `${base(TEXT_FORMAT, 1)} xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    ...ofKinds.map((look) => `${look}/>`),
    ...ofKinds.map((look) => `${look} applyAlignment="1"><alignment horizontal="left"/></xf>`),
  ];
  const codes = kinds.map(
    (kind, index) => `<numFmt numFmtId="${String(FIRST_FORMAT + index)}" formatCode="${formats[kind]}"/>`,
  );
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  return `${HEAD}<styleSheet xmlns="${MAIN}">${[
    listOf('numFmts', codes),
    listOf('fonts', [`<font>${font}</font>`, `<font><b/>${font}</font>`]),
    // Excel takes these two for granted.
    listOf(
      'fills',
      ['none', 'gray125'].map((type) => `<fill><patternFill patternType="${type}"/></fill>`),
    ),
    listOf('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
    listOf('cellStyleXfs', [`${base(0)}/>`]),
    listOf('cellXfs', looks),
    listOf('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  ].join('')}</styleSheet>`;
}

const listOf = (name: string, parts: readonly string[]) =>
  `<${name} count="${String(parts.length)}">${parts.join('')}</${name}>`;

export const sheetPath = (number: number) => `xl/worksheets/sheet${String(number)}.xml`;

/**
 * What stands beside the sheets, by its path.
 * @param names of the sheets, in their order
 */
export function partsBeside(names: readonly string[]): [path: string, text: string][] {
  const numbers = names.map((_, index) => index + 1);
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${CONTENT}.${type}+xml"/>`;
  const types = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', 'sheet.main'),
    override('xl/styles.xml', 'styles'),
    ...numbers.map((number) => override(sheetPath(number), 'worksheet')),
  ];
  const sheets = names.map((name, index) => {
    const number = String(index + 1);
    return `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`;
  });
  const targets: [string, string][] = numbers.map((number) => ['worksheet', sheetPath(number).slice(3)]);
  return [
    ['_rels/.rels', relationsPart([['officeDocument', 'xl/workbook.xml']])],
    ['xl/_rels/workbook.xml.rels', relationsPart([...targets, ['styles', 'styles.xml']])],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    ['xl/styles.xml', stylesPart()],
    ['[Content_Types].xml', `${HEAD}<Types xmlns="${PACKAGE}/content-types">${types.join('')}</Types>`],
  ];
}

/** @param targets numbered from 1 */
function relationsPart(targets: readonly (readonly [type: string, target: string])[]): string {
  const parts = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${String(index + 1)}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}</Relationships>`;
}

/** What stands before the rows of a sheet. */
export function sheetHead(
  columns: readonly (Pick<Column, 'width'> & { styleId: number })[],
  isHeaderFixed: boolean,
): string {
  const cols = columns.map(({ width, styleId }, index) => {
    const number = String(index + 1);
    return `<col min="${number}" max="${number}" width="${String(width)}" style="${String(styleId)}" customWidth="1"/>`;
  });
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  return `${HEAD}<worksheet xmlns="${MAIN}">${isHeaderFixed ? views : ''}<cols>${cols.join('')}</cols><sheetData>`;
}

/** @param filtered the cells whose columns can be filtered, such as `A1:C9` */
export function sheetEnd(filtered?: string): string {
  return `</sheetData>${filtered === undefined ? '' : `<autoFilter ref="${filtered}"/>`}</worksheet>`;
}
