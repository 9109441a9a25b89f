import type { Route } from '@quorum/contracts/kernel/route.ts';
import { routes } from '@quorum/contracts/routes.ts';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { answerSchemas, type Schema } from './answer-schemas.ts';

const securityOf = (access: Route['permission']['access']): readonly object[] => {
  if (access === 'session' || access === 'profile') return [{ session: [] }];
  return access === 'admin' ? [{ adminUsername: [], adminPassword: [] }] : [];
};

/** The caller's input, before defaults. Checks that JSON Schema cannot express are left out. */
const inputSchema = (schema: z.ZodType): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const parametersOf = ({ path, query }: Route): readonly object[] => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
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

const fileIn = (field: string): Schema => ({
  type: 'object',
  properties: { [field]: { type: 'string', format: 'binary' } },
});

const requestBodyOf = ({ body, upload, orUpload }: Route): object | undefined => {
  const content = {
    ...(body === undefined ? {} : { 'application/json': { schema: inputSchema(body) } }),
    ...(upload === undefined ? {} : { 'multipart/form-data': { schema: fileIn(upload) } }),
    ...(orUpload === undefined ? {} : { 'multipart/form-data': { schema: fileIn(orUpload) } }),
  };
  return Object.keys(content).length === 0 ? undefined : { required: true, content };
};

const refusal = (description: string): object => ({ description, content: refusalContent });
const refusalContent = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };

/** The refusals that follow from the route's declaration. Those of its rules and its decider are among `4XX`. */
const refusalsOf = ({ permission, body, query, upload, method }: Route): Record<string, object> => {
  const takesInput = body !== undefined || query !== undefined || upload !== undefined;
  const isClosed = permission.access !== 'public' && permission.access !== 'development';
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

/** The one answer that is no JSON. */
const contentOf = (name: string, answer: Schema): object =>
  name === 'downloadMyData' ? { 'application/zip': {} } : { 'application/json': { schema: answer } };

const operationOf = (name: string, route: Route, answer: Schema): object => {
  const requestBody = requestBodyOf(route);
  return {
    operationId: name,
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
    info: { title: 'Quorum', version: packageJson.version, description: packageJson.description },
    paths,
    components: {
      schemas: {
        ...schemas,
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
