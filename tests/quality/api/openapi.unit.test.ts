import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@quorum/contracts/routes.ts';
import { isKnownTimeZone } from '@quorum/contracts/time/known-time-zones.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApi } from './openapi.ts';
import { timeZones } from './time-zones.ts';

const document = openApi() as { readonly paths: Record<string, Record<string, { readonly operationId: string }>> };

describe('the OpenAPI document', () => {
  it('the OpenAPI document names every route of the table once', () => {
    const names = Object.values(document.paths).flatMap((path) => Object.values(path).map((each) => each.operationId));
    expect(names.toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it('the OpenAPI document is accepted by a public validator', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it('the OpenAPI document is up to date; otherwise run `npm run api`', () => {
    const printed = readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8');
    expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('the OpenAPI document names time zones that the server knows', () => {
    expect(timeZones.length).toBeGreaterThan(400);
    expect(timeZones.filter((zone) => !isKnownTimeZone(zone))).toEqual([]);
  });
});
