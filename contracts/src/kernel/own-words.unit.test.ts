import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routes } from '../routes.ts';
import type { Route } from './route.ts';

const MARK = 'in the words of the schema library';

const before = z.config().localeError;

beforeAll(() => void z.config({ localeError: () => MARK }));

afterAll(() => void z.config({ localeError: before }));

const table = Object.entries(routes) as [string, Route][];

const long = 'x'.repeat(100_000);

/** Values that JSON allows and no client means. */
const junk: readonly unknown[] = [
  ...[undefined, null, true, '', ' ', 'nonsense', long, '-1', '1.5', '1e99', -1, 1.5, 1e300, 99_999_999],
  ...[[], ['a', 'b'], {}, { a: 1 }],
];

const fieldsOf = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Junk for one field, for all of them, and one level deeper. */
const bodiesOf = (schema: z.ZodType): readonly unknown[] => {
  const fields = fieldsOf(schema);
  const inner = fields.flatMap((field) => {
    const part = (schema as z.ZodObject).shape[field] as z.ZodType;
    const deeper = unwrapped(part);
    return fieldsOf(deeper).flatMap((name) => junk.map((value) => ({ [field]: { [name]: value } })));
  });
  return [
    ...fields.flatMap((field) => junk.map((value) => ({ [field]: value }))),
    ...junk.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    ...inner,
    {},
  ];
};

const unwrapped = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrapped(schema.in as z.ZodType) : schema;
};

describe('the refusal of an invalid request', () => {
  const schemas = table.flatMap(([name, { body, query }]) => [
    ...(body === undefined ? [] : [[`the body of ${name}`, body] as const]),
    ...(query === undefined ? [] : [[`the query of ${name}`, query] as const]),
  ]);

  it.each(schemas)('the refusal of an invalid request uses our own words: %s (API-03)', (_, schema) => {
    expect(fieldsOf(schema).length).toBeGreaterThan(0);
    const raw = bodiesOf(schema).flatMap((body) => {
      const issues = schema.safeParse(body).error?.issues ?? [];
      return issues
        .filter(({ message }) => message === MARK || message === '' || message === 'Invalid input')
        .map(({ code, path }) => `${path.join('.')}: ${code}`);
    });
    expect([...new Set(raw)]).toEqual([]);
  });
});
