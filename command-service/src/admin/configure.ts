import { isConfigurationKey } from '@quorum/contracts/configuration/items.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type Configuration, configurationDecider } from '@quorum/domain/configuration/decider.ts';
import { configurationStream } from '@quorum/domain/configuration/events.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { handle } from '../handling/handle.ts';
import type { Administrator } from './visit.ts';

export const changeConfiguration = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  setting: { readonly key: string | undefined; readonly value: string },
  { username, cause }: Administrator,
): Promise<Accepted<Configuration> | Refusal> => {
  const { key, value } = setting;
  if (!isConfigurationKey(key)) return refuse('config/unknown');
  return handle(aggregates, {
    decider: configurationDecider,
    stream: configurationStream(key),
    command: { type: 'SetValue', key, value },
    cause,
    facts: () => ({ actorId: username }),
  });
};
