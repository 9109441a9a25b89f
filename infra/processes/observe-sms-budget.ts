import { Gauge, type Registry } from 'prom-client';

/** Shows how much of the budget of text messages is used, as known at the last one. @returns who is told. */
export const observeSmsBudget = (registry: Registry): ((share: number) => void) => {
  const used = new Gauge({
    name: 'quorum_sms_budget_used_ratio',
    help: 'Share of the budget of text messages that is used, of the hour or the day, whichever is more.',
    registers: [registry],
  });
  return (share) => used.set(share);
};
