import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { visitDecider } from './decider.ts';

const { given } = givenWhenThen(visitDecider);
const visitId = '00000000-0000-4000-8000-00000000000a';
const byRoot = { actorId: 'root' };
const began: DomainEvent = { type: 'AdminSignedIn', data: { visitId, by: 'root' } };
const ended: DomainEvent = { type: 'AdminSignedOut', data: { visitId, by: 'root' } };

describe("an administrator's visit", () => {
  it('an administrator’s visit begins once and ends once', () => {
    given().when({ type: 'SignIn', visitId }, byRoot).then(began);
    given(began).when({ type: 'SignIn', visitId }, byRoot).then();
    given(began).when({ type: 'SignOut', visitId }, byRoot).then(ended);
    given(began, ended).when({ type: 'SignOut', visitId }, byRoot).then();
  });

  it('an administrator’s visit cannot end without having started', () => {
    given().when({ type: 'SignOut', visitId }, byRoot).then();
  });
});
