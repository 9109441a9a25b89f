import { SMS_WARNING } from '@quorum/domain/sms-budget/decider.ts';
import { Gauge, type Registry } from 'prom-client';

/** Shows the used share of the text message budget, as of the last message. @returns the callback to report it. */
export const observeSmsBudget = (registry: Registry): ((share: number) => void) => {
  const used = new Gauge({
    name: 'quorum_sms_budget_used_ratio',
    help: 'Share of the budget of text messages that is used, of the hour or the day, whichever is more.',
    registers: [registry],
  });
  const warning = new Gauge({
    name: 'quorum_sms_budget_warning',
    help: 'Whether at least 80 % of the budget of text messages is used: 1, else 0; as known at the last one.',
    registers: [registry],
  });
  return (share) => {
    used.set(share);
    warning.set(share >= SMS_WARNING ? 1 : 0);
  };
};
