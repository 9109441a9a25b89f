import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../entities/session/storage.ts';
import { storageKeys } from '../../entities/session/storage-keys.ts';
import { firstMode } from './first-mode.ts';

const modeAt = (address: string, ...stored: string[]) => {
  const storage = memoryStorage();
  for (const key of stored) storage.set(key, 'true');
  const { pathname, search } = new URL(address, 'http://host');
  return firstMode({ pathname, search }, storage);
};

describe('the first mode of the sign-in screen', () => {
  it('AUTH-02 is Signup at /signup, whatever else speaks for Login', () => {
    expect(modeAt('/signup?invite=true', storageKeys.inviteFlow, storageKeys.hasSignedIn)).toBe('signup');
    expect(modeAt('/Signup/', storageKeys.inviteFlow)).toBe('signup');
  });

  it('AUTH-04 AUTH-06 is Login in an invite flow, asked for or remembered', () => {
    expect(modeAt('/login?invite=true')).toBe('login');
    expect(modeAt('/login', storageKeys.inviteFlow)).toBe('login');
  });

  it('AUTH-03 is Signup outside of one', () => {
    expect(modeAt('/login')).toBe('signup');
    expect(modeAt('/login?invite=false')).toBe('signup');
  });

  it('OPEN-010 is Login at /login in a browser that has signed in before', () => {
    expect(modeAt('/login', storageKeys.hasSignedIn)).toBe('login');
  });
});
