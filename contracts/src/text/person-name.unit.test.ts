import { expect, it } from 'vitest';
import { personName } from './person-name.ts';

it('a person is shown by name, else by the end of the number, else as Unknown User (GROUP-45, SAFE-07)', () => {
  expect(personName({ firstName: 'Maya', lastName: 'Okafor' })).toBe('Maya Okafor');
  expect(personName({ firstName: '', lastName: '', phoneNumber: '78' })).toBe('Number ending in 78');
  expect(personName({ firstName: '', lastName: '' })).toBe('Unknown User');
});
