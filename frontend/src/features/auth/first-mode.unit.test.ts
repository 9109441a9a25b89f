import { describe, expect, it } from 'vitest';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { firstMode } from './first-mode.ts';

const modeAt = (address: string, ...stored: string[]) => {
  const storage = memoryStorage();
  for (const key of stored) storage.set(key, 'true');
  const { pathname, search } = new URL(address, 'http://host');
  return firstMode({ pathname, search }, storage);
};

describe('the first mode of the sign-in screen', () => {
  it('the first mode of the sign-in screen is Signup at /signup, whatever else suggests Login (AUTH-02)', () => {
    expect(modeAt('/signup?invite=true', storageKeys.inviteFlow, storageKeys.hasSignedIn)).toBe('signup');
    expect(modeAt('/Signup/', storageKeys.inviteFlow)).toBe('signup');
  });

  it('the first mode of the sign-in screen is Login in an invite flow, from the address or remembered (AUTH-04, AUTH-06)', () => {
    expect(modeAt('/login?invite=true')).toBe('login');
    expect(modeAt('/login', storageKeys.inviteFlow)).toBe('login');
  });

  it('the first mode of the sign-in screen is Signup outside an invite flow (AUTH-03)', () => {
    expect(modeAt('/login')).toBe('signup');
    expect(modeAt('/login?invite=false')).toBe('signup');
  });

  it('the first mode of the sign-in screen is Login at /login in a browser that has signed in before (OPEN-010)', () => {
    expect(modeAt('/login', storageKeys.hasSignedIn)).toBe('login');
  });
});
