import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { type ChildNode, type Declaration, parse } from 'postcss';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from './scratch-tree.ts';
import { sourceFiles } from './source-files.ts';

const bcd = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** The oldest browsers that README and SECURITY name. */
const OLDEST = { chrome: 120, firefox: 128, safari: 17.4 } as const;

/** What one of them lacks, and what happens there. */
const HARMLESS = {
  'KeyboardEvent.isComposing': 'Safari reports the last key of a composition by its code',
  'KeyboardEvent.repeat': 'of several keys that are held, the last may count as pressed again before Chrome 137',
  requestIdleCallback: 'a timer',
  cancelIdleCallback: 'a timer',
  'text-wrap: pretty': 'lines break as usual',
  'text-wrap: balance': 'lines break as usual',
  'scrollbar-width': 'scrollbars look as usual',
  'scrollbar-color': 'scrollbars look as usual',
  'overflow-anchor': 'Safari anchors nothing, as is wanted',
  ':details-content': 'closed answers are not printed',
  'content-visibility': 'closed answers are not printed',
  'break-after: avoid': 'a title may end a printed page',
  'forced-color-adjust': 'Safari has no forced colors',
  'accent-color': 'controls have the color of the system',
  ':-webkit-search-cancel-button': 'Firefox has no such button',
};

const isSince = ({ version_added, flags, partial_implementation }: SimpleSupportStatement, oldest: number): boolean =>
  typeof version_added === 'string' &&
  Number.parseFloat(version_added.replace('≤', '')) <= oldest &&
  flags === undefined &&
  partial_implementation !== true;

const lacking = ({ support }: CompatStatement): readonly string[] =>
  Object.entries(OLDEST).flatMap(([browser, oldest]) => {
    const statements = [support[browser as keyof typeof OLDEST] ?? []].flat() as readonly SimpleSupportStatement[];
    return statements.some((statement) => isSince(statement, oldest)) ? [] : [`${browser} ${oldest}`];
  });

const statementOf = (place: Identifier | undefined, ...names: readonly string[]): CompatStatement | undefined =>
  names.reduce<Identifier | undefined>((found, name) => found?.[name], place)?.__compat;

type Use = { readonly feature: string; readonly place: string; readonly statement: CompatStatement | undefined };

/** Names of features that one of the browsers lacks, with the place of each. A value counts as its property. */
const missing = (uses: readonly Use[]): ReadonlyMap<string, string> =>
  new Map(
    uses.flatMap(({ feature, place, statement }) => {
      const lacks = statement === undefined ? [] : lacking(statement);
      return lacks.length === 0 ? [] : [[feature, `${place}: ${feature} is missing in ${lacks.join(', ')}`]];
    }),
  );

/** Interfaces under which the data lists the members of those that they include. */
const INCLUDING = ['Window', 'Element', 'HTMLElement', 'Document', 'Node', 'Response', 'CSSStyleDeclaration'];

const memberStatement = (owner: string, member: string): CompatStatement | undefined =>
  [owner, ...INCLUDING]
    .flatMap((name) => [statementOf(bcd.api, name, member), statementOf(bcd.api, name, `${member}_static`)])
    .find((statement) => statement !== undefined);

/** The interface or variable that declares a member; empty for what is declared by itself. */
const ownerOf = ({ parent }: ts.Declaration): string => {
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text;
  if (ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)) return parent.parent.name.getText();
  return ts.isModuleBlock(parent) ? parent.parent.name.text : '';
};

const OF_THE_BROWSER = /lib\.dom[.\w]*\.d\.ts$/;

const callsOf = (program: ts.Program, path: string): readonly Use[] => {
  const file = program.getSourceFile(join(root, path));
  const uses: Use[] = [];
  const note = (node: ts.Identifier): void => {
    const declaration = program.getTypeChecker().getSymbolAtLocation(node)?.declarations?.[0];
    if (declaration === undefined || !OF_THE_BROWSER.test(declaration.getSourceFile().fileName)) return;
    const [owner, name] = [ownerOf(declaration), node.text];
    const alone = owner === '' ? statementOf(bcd.api, name) : undefined;
    const feature = owner === '' ? name : `${owner}.${name}`;
    uses.push({ feature, place: path, statement: alone ?? memberStatement(owner, name) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !ts.isPartOfTypeNode(node)) note(node);
    ts.forEachChild(node, visit);
  };
  if (file !== undefined) visit(file);
  return uses;
};

const { properties, selectors, types, 'at-rules': atRules } = bcd.css;

const valueTypes = [types, ...Object.values(types ?? {}), types?.color, types?.length] as readonly (
  | Identifier
  | undefined
)[];
const typeStatement = (name: string) => valueTypes.map((type) => statementOf(type, name)).find(Boolean);

const UNITS = /\d(d?v[hw]|lh|ch|cq[wh])\b/g;

/** A property, its value if that is one word, and the functions and units in it. */
const partsOf = ({ prop, value }: Declaration): readonly (readonly [string, CompatStatement | undefined])[] => {
  const functions = [...value.matchAll(/([a-z-]+)\(/g)].map(([, name = '']) => name);
  const units = [...value.matchAll(UNITS)].map(([, unit = '']) => unit);
  const whole = statementOf(properties, prop);
  return [
    [prop, whole],
    ...(whole !== undefined && lacking(whole).length > 0
      ? []
      : [[`${prop}: ${value}`, statementOf(properties, prop, value)] as const]),
    ...functions.map((name) => [`${name}()`, typeStatement(name)] as const),
    ...units.map(
      (unit) => [unit, typeStatement(unit.startsWith('d') ? 'viewport_percentage_units_dynamic' : unit)] as const,
    ),
  ];
};

const featuresOf = (node: ChildNode): readonly (readonly [string, CompatStatement | undefined])[] => {
  if (node.type === 'atrule') return [[`@${node.name}`, statementOf(atRules, node.name)]];
  if (node.type === 'decl') return node.prop.startsWith('--') ? [] : partsOf(node);
  if (node.type !== 'rule') return [];
  return [...node.selector.matchAll(/::?([a-z-]+)/g)].map(([, name = '']) => [
    `:${name}`,
    statementOf(selectors, name),
  ]);
};

const stylesOf = (path: string): readonly Use[] => {
  const uses: Use[] = [];
  parse(readFileSync(join(root, path))).walk((node) => {
    for (const [feature, statement] of featuresOf(node)) uses.push({ feature, place: path, statement });
  });
  return uses;
};

it('every call and style of the pages exists in the oldest browsers, or is known to be harmless (UX-10)', () => {
  const sources = sourceFiles().filter((path) => /^frontend\/src\/(?!.*(?:\.test\.|testing\/))/.test(path));
  const scripts = sources.filter((path) => /\.tsx?$/.test(path));
  const { config } = ts.readConfigFile(join(root, 'frontend/tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'frontend'));
  const program = ts.createProgram(
    scripts.map((path) => join(root, path)),
    options,
  );
  const found = missing([
    ...scripts.flatMap((path) => callsOf(program, path)),
    ...sources.filter((path) => path.endsWith('.css')).flatMap(stylesOf),
  ]);
  expect([...found].flatMap(([feature, text]) => (feature in HARMLESS ? [] : [text]))).toEqual([]);
  expect(Object.keys(HARMLESS).filter((feature) => !found.has(feature))).toEqual([]);
});
