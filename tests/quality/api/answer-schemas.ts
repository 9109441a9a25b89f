import { join } from 'node:path';
import ts from 'typescript';

export type Schema = { readonly [name: string]: unknown };

const root = join(import.meta.dirname, '../../..');
const table = join(root, 'contracts/src/routes.ts');

const primitives: readonly (readonly [ts.TypeFlags, Schema])[] = [
  [ts.TypeFlags.String, { type: 'string' }],
  [ts.TypeFlags.Number, { type: 'number' }],
  [ts.TypeFlags.Boolean, { type: 'boolean' }],
  [ts.TypeFlags.Null, { type: 'null' }],
];

/** Turns the types of answers into JSON schemas. A named view becomes a schema of its own. */
class Converter {
  readonly schemas: Record<string, Schema> = {};
  readonly #checker: ts.TypeChecker;
  readonly #place: ts.Node;

  constructor(checker: ts.TypeChecker, place: ts.Node) {
    this.#checker = checker;
    this.#place = place;
  }

  schemaOf(type: ts.Type): Schema {
    const primitive = primitives.find(([flag]) => (type.flags & flag) !== 0)?.[1];
    if (primitive !== undefined) return primitive;
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return { const: this.#checker.typeToString(type) === 'true' };
    if (type.isUnion()) return this.#union(type.types);
    return this.#named(type) ?? this.#structure(type);
  }

  #union(types: readonly ts.Type[]): Schema {
    const given = types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const literals = given.filter((type) => type.isStringLiteral());
    if (literals.length === given.length && given.length > 1) return { enum: literals.map(({ value }) => value) };
    const distinct = new Map(
      given.map((type) => this.schemaOf(type)).map((schema) => [JSON.stringify(schema), schema]),
    );
    const schemas = [...distinct.values()];
    const booleans = schemas.filter(({ const: value }) => typeof value === 'boolean');
    const others = schemas.filter((schema) => !booleans.includes(schema));
    const all = booleans.length === 2 ? [...others, { type: 'boolean' }] : schemas;
    return all.length === 1 ? (all[0] as Schema) : { anyOf: all };
  }

  #named(type: ts.Type): Schema | undefined {
    const name = type.aliasSymbol?.name;
    if (name === undefined || (type.aliasTypeArguments?.length ?? 0) > 0) return undefined;
    if (!Object.hasOwn(this.schemas, name)) {
      // Registered before its properties are read, because a message may contain another one.
      this.schemas[name] = {};
      this.schemas[name] = this.#structure(type);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #structure(type: ts.Type): Schema {
    const checker = this.#checker;
    if (type.symbol?.name === 'Blob') return { type: 'string', format: 'binary' };
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (element !== undefined) return { type: 'array', items: this.schemaOf(element) };
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index !== undefined) return { type: 'object', additionalProperties: this.schemaOf(index.type) };
    const members = checker.getPropertiesOfType(type);
    const isOptional = (member: ts.Symbol): boolean => (member.flags & ts.SymbolFlags.Optional) !== 0;
    const required = members.filter((member) => !isOptional(member)).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(
        members.map((member) => [member.name, this.schemaOf(checker.getTypeOfSymbolAtLocation(member, this.#place))]),
      ),
      ...(required.length === 0 ? {} : { required }),
    };
  }
}

/** The schema of every route's answer, read from the types of the route table. */
export const answerSchemas = () => {
  const config = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.convertCompilerOptionsFromJson(
    (config.config as { compilerOptions: object }).compilerOptions,
    root,
  );
  const program = ts.createProgram([table], { ...options, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [] });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(table) as ts.SourceFile;
  const routes = checker
    .getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol)
    .find(({ name }) => name === 'routes') as ts.Symbol;
  const converter = new Converter(checker, source);
  const memberOf = (type: ts.Type, name: string): ts.Type =>
    checker.getTypeOfSymbolAtLocation(type.getProperty(name) as ts.Symbol, source);
  const tableType = checker.getTypeOfSymbolAtLocation(routes, source);
  const answers = Object.fromEntries(
    checker
      .getPropertiesOfType(tableType)
      .map(({ name }) => [name, converter.schemaOf(memberOf(memberOf(memberOf(tableType, name), 'answer'), 'type'))]),
  );
  return { schemas: converter.schemas, answers };
};
