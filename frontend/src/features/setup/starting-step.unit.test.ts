import { expect, it } from 'vitest';
import { startingStep } from './profile-setup-screen.tsx';

const full = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Park' };

it('the setup starts at the first missing thing (SETUP-04, SETUP-05)', () => {
  expect(startingStep({ email: '', firstName: '', lastName: '' })).toBe(0);
  expect(startingStep({ ...full, email: '' })).toBe(0);
  expect(startingStep({ ...full, firstName: '' })).toBe(1);
  expect(startingStep({ ...full, lastName: '' })).toBe(1);
  expect(startingStep(full)).toBe(2);
});
