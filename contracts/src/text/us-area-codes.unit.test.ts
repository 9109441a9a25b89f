import { describe, expect, it } from 'vitest';
import { isUsPhone } from './us-area-codes.ts';

const inArea = (code: string): boolean => isUsPhone(`+1${code}5550123`);

describe('a phone number', () => {
  it.each(['202', '212', '415', '628', '808', '907', '787', '939', '340', '671', '670', '684'])(
    'a phone number with the area code %s belongs to the United States or a territory (SAFE-13)',
    (code) => {
      expect(inArea(code)).toBe(true);
    },
  );

  it.each([
    ['of Jamaica', ['876', '658']],
    ['of the Dominican Republic', ['809', '829', '849']],
    ['of the Bahamas, Barbados and Bermuda', ['242', '246', '441']],
    ['of Canada', ['204', '416', '514', '604', '778', '867', '902']],
    ['that is toll-free', ['800', '833', '844', '855', '866', '877', '888']],
    ['that costs a premium', ['900', '976']],
    ['of no area', ['000', '011', '111', '123', '411', '500', '555', '710', '911', '999']],
  ])(
    'a phone number with the area code %s does not belong to the United States or a territory (SAFE-13)',
    (_, codes) => {
      expect(codes.filter(inArea)).toEqual([]);
    },
  );
});
