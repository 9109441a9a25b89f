import { emailBody } from '@quorum/contracts/account/wire.ts';
import { changeEventBody } from '@quorum/contracts/entry/wire.ts';
import { groupSettingsBody } from '@quorum/contracts/group/wire.ts';
import { boundingDate, calendarDate, phoneNumber, timeZone } from '@quorum/contracts/kernel/fields.ts';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { groupPreferencesBody } from '@quorum/contracts/preferences/wire.ts';
import { routes } from '@quorum/contracts/routes.ts';
import { isUsPhone } from '@quorum/contracts/text/us-area-codes.ts';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { answerSchemas, type Schema } from './answer-schemas.ts';
import { timeZones } from './time-zones.ts';

const securityOf = (access: Route['permission']['access']): readonly object[] => {
  if (access === 'session' || access === 'profile') return [{ session: [] }];
  return access === 'admin' ? [{ adminUsername: [], adminPassword: [] }] : [];
};

/** Days of the proleptic calendar from 1900 to 8999. Leap days of years that end in 00 are left out. */
const DAY =
  '^(19|[2-8]\\d)\\d\\d-((0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$|^(19|[2-8]\\d)(0[48]|[2468][048]|[13579][26])-02-29$';

/** Characters that the server takes out of a text. */
const HIDDEN = String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb`;
const VISIBLE = String.raw`[^\s${HIDDEN}]`;
const EMAIL = String.raw`^[^\s@${HIDDEN}]+@[^\s@${HIDDEN}]+$`;

const AREA_CODES = Array.from({ length: 800 }, (_, index) => String(index + 200)).filter((code) =>
  isUsPhone(`+1${code}5550100`),
);

/** The values that checks by functions accept. */
const CHECKED: ReadonlyMap<z.core.$ZodType, Schema> = new Map<z.core.$ZodType, Schema>([
  [phoneNumber, { type: undefined, $ref: '#/components/schemas/PhoneNumber' }],
  [emailBody.shape.email, { pattern: EMAIL }],
  [calendarDate, { format: 'date', pattern: DAY }],
  [boundingDate, { format: 'date', pattern: DAY }],
  [timeZone, { type: undefined, $ref: '#/components/schemas/TimeZone' }],
  [changeEventBody, oneOf('name', 'description', 'location', 'date', 'time', 'duration', 'timeZone')],
  [groupSettingsBody, { minProperties: 1 }],
  [groupPreferencesBody, oneOf('color', 'pinned')],
]);

function oneOf(...names: readonly string[]): Schema {
  return { anyOf: names.map((name) => ({ required: [name] })) };
}

/** Text that is trimmed before its length is checked must hold more than spaces. */
const isTrimmed = (schema: z.core.$ZodType): boolean =>
  (schema._zod.def as { checks?: readonly z.core.$ZodCheck[] }).checks?.some(
    ({ _zod }) => _zod.def.check === 'overwrite',
  ) === true;

/** The caller's input, before defaults. */
const inputSchema = (schema: z.ZodType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, CHECKED.get(zodSchema));
      const isRequired = isTrimmed(zodSchema) && (jsonSchema.minLength ?? 0) > 0;
      if (isRequired || jsonSchema.pattern === '\\S') jsonSchema.pattern = VISIBLE;
    },
  });
  return JSON.parse(JSON.stringify(rest)) as Schema;
};

const parametersOf = ({ path, query }: Route): readonly object[] => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(/code$/i.test(name ?? '') ? { pattern: '^[A-Za-z0-9]+$' } : {}) },
  }));
  if (query === undefined) return inPath;
  const { properties = {}, required = [] } = inputSchema(query) as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
};

const file: Schema = { type: 'string', format: 'binary', minLength: 1 };

const objectOf = (properties: Schema, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});

/** A form with a file in one field, and others beside it. */
const formOf = (field: string, isRequired: boolean, others: z.ZodType = z.object({})): Schema => {
  const { properties, required = [] } = inputSchema(others) as { properties: Schema; required?: readonly string[] };
  return objectOf({ ...properties, [field]: file }, [...required, ...(isRequired ? [field] : [])]);
};

const requestBodyOf = ({ body, upload, uploadFields, orUpload }: Route): object | undefined => {
  const content = {
    ...(body === undefined ? {} : { 'application/json': { schema: inputSchema(body) } }),
    ...(upload === undefined ? {} : { 'multipart/form-data': { schema: formOf(upload, true, uploadFields) } }),
    ...(orUpload === undefined ? {} : { 'multipart/form-data': { schema: formOf(orUpload, false, body) } }),
  };
  return Object.keys(content).length === 0 ? undefined : { required: true, content };
};

const refusal = (description: string): object => ({ description, content: refusalContent });
const refusalContent = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };

/** The refusals that follow from the route's declaration. Those of its rules and its decider are among `4XX`. */
const refusalsOf = ({ permission, body, query, upload, method }: Route): Record<string, object> => {
  const takesInput = body !== undefined || query !== undefined || upload !== undefined;
  const isClosed = !['public', 'link', 'development'].includes(permission.access);
  return {
    ...(takesInput ? { '400': refusal('The input is not valid.') } : {}),
    ...(isClosed ? { '401': refusal('The caller is not signed in.') } : {}),
    ...(permission.rule === undefined ? {} : { '403': refusal('The caller may not do this.') }),
    ...(method === 'GET' ? {} : { '422': refusal('The Idempotency-Key was used for another request.') }),
    '429': refusal('Too many requests. Retry-After says when to try again.'),
    '4XX': refusal('The call was refused, for the reason given.'),
    '5XX': refusal('The service is not available.'),
  };
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeats with the same key have one effect and the same answer.',
  schema: { type: 'string', maxLength: 200 },
};

/** The answers that are no JSON. */
const FILES: Readonly<Record<string, string>> = {
  downloadMyData: 'application/zip',
  readCalendarFeed: 'text/calendar',
  calendarFile: 'text/calendar',
};

const contentOf = (name: string, answer: Schema): object =>
  name in FILES ? { [FILES[name] ?? '']: {} } : { 'application/json': { schema: answer } };

const operationOf = (name: string, route: Route, answer: Schema): object => {
  const requestBody = requestBodyOf(route);
  return {
    operationId: name,
    tags: [route.path.split('/')[2]],
    parameters: [...parametersOf(route), ...(route.method === 'GET' ? [] : [idempotencyKey])],
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      '2XX': { description: 'The call took effect.', content: contentOf(name, answer) },
      ...refusalsOf(route),
    },
    security: securityOf(route.permission.access),
  };
};

const header = (name: string): object => ({ type: 'apiKey', in: 'header', name });

const GUIDE = [
  '`login` or `signup` sends a code, `verifyLogin` or `verifySignup` answers the token of a session.',
  'A command may carry an `Idempotency-Key`, so that it can be repeated safely.',
  'Its answer has `X-Position`: a query with this as `X-Min-Position` includes the command.',
  'Every refusal is `{error}` with a text for people.',
].join(' ');

/** The HTTP API as an OpenAPI 3.1 document, built from the route table and the types of its answers. */
export const openApi = (): object => {
  const { schemas, answers } = answerSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route, answers[name] ?? {}) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quorum', version: packageJson.version, description: `${packageJson.description} ${GUIDE}` },
    paths,
    components: {
      schemas: {
        ...schemas,
        PhoneNumber: {
          type: 'string',
          pattern: `^(\\+1)?(${AREA_CODES.join('|')})\\d{7}$`,
          examples: ['+14155550100'],
        },
        TimeZone: { type: 'string', enum: timeZones },
        Refusal: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
      },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        adminUsername: header('username'),
        adminPassword: header('password'),
      },
    },
  };
};
