import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { configurationDecider } from './decider.ts';

const { given } = givenWhenThen(configurationDecider);
const byRoot = { actorId: 'root' };
const address = 'https://apps.apple.com/us/app/quorum/id6448100000';
const changed: DomainEvent = {
  type: 'ConfigurationChanged',
  data: { key: 'ios_app_store_url', value: address, previous: 'https://apps.apple.com/app/quorum', by: 'root' },
};

describe('a setting', () => {
  it('a setting records the value it replaces, even a default, and changes only if it differs (ADMIN-16)', () => {
    const setting = { type: 'SetValue', key: 'ios_app_store_url', value: ` ${address} ` } as const;
    given().when(setting, byRoot).then(changed);
    given(changed).when(setting, byRoot).then();
  });

  it.each(['apps.apple/quorum', 'http://apps.apple.com/', 'javascript:alert(1)', 'https://', ''])(
    'a setting accepts no store address like "%s"',
    (value) => {
      const outcome = configurationDecider.decide(
        { type: 'SetValue', key: 'android_play_store_url', value },
        configurationDecider.initial,
        byRoot,
      );
      expect(outcome).toMatchObject({ values: { text: 'enter an address that begins with https://' } });
    },
  );

  it('a setting accepts only true or false for the store buttons (ADMIN-16)', () => {
    given()
      .when({ type: 'SetValue', key: 'app_download_enabled', value: 'yes' }, byRoot)
      .thenRefused('request/invalid');
  });
});
