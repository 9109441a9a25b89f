import { describe, expect, it, vi } from 'vitest';
import { deviceTimeZone } from './time-zone.ts';

const setDevice = (timeZone: string, minutesBehind = 0) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  // The function is also asked about other zones. Only the device's differs.
  const real = Intl.DateTimeFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    const asked = real.call(this);
    return asked.timeZone === options.timeZone ? { ...asked, timeZone } : asked;
  });
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutesBehind);
};

describe('the time zone of the device', () => {
  it('the time zone of the device keeps the name that the device uses (OPEN-052)', () => {
    setDevice('Asia/Kolkata');
    expect(deviceTimeZone()).toBe('Asia/Kolkata');
  });

  it('the time zone of the device is the one that the device is set to', () => {
    setDevice('Australia/Lord_Howe');
    expect(deviceTimeZone()).toBe('Australia/Lord_Howe');
  });

  it('the time zone of the device is one that the platform accepts, even if the device names none', () => {
    for (const [minutesBehind, zone] of [
      [0, 'UTC'],
      [300, 'Etc/GMT+5'],
      [-540, 'Etc/GMT-9'],
      [-330, 'UTC'],
    ] as const) {
      setDevice('Etc/Unknown', minutesBehind);
      expect(deviceTimeZone()).toBe(zone);
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: deviceTimeZone() })).not.toThrow();
      vi.restoreAllMocks();
    }
  });

  it('the time zone of the device falls back to the offset where only this platform knows the name', () => {
    setDevice('SystemV/EST5', 300);
    expect(deviceTimeZone()).toBe('Etc/GMT+5');
  });
});
