import { describe, expect, it } from 'vitest';
import { ada } from '../../testing/fakes.ts';
import { guard } from './guard.ts';

const signedOut = { status: 'signedOut', user: null } as const;
const member = { status: 'signedIn', user: ada } as const;
const newcomer = { status: 'signedIn', user: { ...ada, profileComplete: false } } as const;

describe('the route guards', () => {
  it('wait for the session check (AUTH-30)', () => {
    const checking = { status: 'checking', user: ada } as const;
    for (const audience of ['visitors', 'newcomers', 'members'] as const)
      expect(guard(audience, checking, null)).toBe('wait');
  });

  it('send a signed-out visitor of a private page to /login (ROUTE-08, ROUTE-06)', () => {
    expect(guard('members', signedOut, null)).toEqual({ to: '/login' });
    expect(guard('newcomers', signedOut, null)).toEqual({ to: '/login' });
    expect(guard('visitors', signedOut, null)).toBe('show');
  });

  it('keep an unfinished profile at its setup (ROUTE-04, ROUTE-09)', () => {
    expect(guard('newcomers', newcomer, null)).toBe('show');
    expect(guard('members', newcomer, null)).toEqual({ to: '/profile-setup' });
  });

  it('send a complete profile to the dashboard and show it there (ROUTE-03, ROUTE-05, ROUTE-07)', () => {
    expect(guard('visitors', member, null)).toEqual({ to: '/dashboard' });
    expect(guard('newcomers', member, null)).toEqual({ to: '/dashboard' });
    expect(guard('members', member, null)).toBe('show');
  });

  it('follow a pending invitation first, once the profile is complete (AUTH-27, AUTH-28, AUTH-29)', () => {
    expect(guard('visitors', member, 'AB12CD34')).toEqual({ to: '/AB12CD34' });
    expect(guard('visitors', newcomer, 'AB12CD34')).toEqual({ to: '/profile-setup' });
    expect(guard('members', member, 'AB12CD34')).toBe('show');
  });
});
