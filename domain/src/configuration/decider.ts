import { type ConfigurationKey, configurationItems } from '@quorum/contracts/configuration/items.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider } from '../decider.ts';

/** One setting. `value` is undefined until one is set. */
export type Configuration = { readonly value: string | undefined };

export type ConfigurationCommand = {
  readonly type: 'SetValue';
  readonly key: ConfigurationKey;
  readonly value: string;
};

/** `actorId` is the administrator. */
export type ConfigurationFacts = { readonly actorId: string };

export const configurationDecider: Decider<ConfigurationCommand, Configuration, ConfigurationFacts> = {
  initial: { value: undefined },
  /** Setting the current value again changes nothing. */
  decide: ({ key, value: given }, setting, { actorId: by }) => {
    const value = given.trim();
    const fault = configurationItems[key].fault(value);
    if (fault !== undefined) return refuse('request/invalid', { text: fault });
    const previous = setting.value ?? configurationItems[key].standard;
    return value === previous ? [] : [{ type: 'ConfigurationChanged', data: { key, value, previous, by } }];
  },
  evolve: (setting, event) => (event.type === 'ConfigurationChanged' ? { value: event.data.value } : setting),
};
