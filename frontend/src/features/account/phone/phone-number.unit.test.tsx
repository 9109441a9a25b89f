// @vitest-environment happy-dom
import { textOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../../../data/services/storage-keys.ts';
import { ada, json, type Reply, type Sent } from '../../../testing/fakes.ts';
import { alertText, button, fact, field, openAccount, paste, press, reload, typeInto } from '../testing/account.tsx';

// It loads data of its own, and has its own test.
vi.mock('../sessions-section.tsx', () => ({ SessionsSection: () => null }));
vi.mock('../calendar-feeds.tsx', () => ({ CalendarFeeds: () => null }));

describe('the phone number', () => {
  const server = (sent: Sent): Reply => {
    const body = sent.body as { phoneNumber: string; verificationCode?: string; currentCode?: string };
    if (body.verificationCode === undefined) return json({ verificationRequired: true }, 202);
    if (body.currentCode === undefined) return json({ effectiveAt: '2026-05-17T12:00:00.000Z' }, 202);
    if (body.currentCode !== '654321') return json({ error: textOf(refuse('phone/current-code-wrong')) }, 400);
    if (body.verificationCode !== '123456')
      return json({ error: 'That code isn’t right. Check it and try again.' }, 400);
    return json({ user: { ...ada, phoneNumber: body.phoneNumber } });
  };
  const toCode = async () => {
    press('Edit Phone Number');
    typeInto('Phone Number', '2025550199');
    press('Save');
    await screen.findByText(/Enter the code sent to your current number\./);
  };

  it('the phone number is refused when it is missing or not ten digits (ACCT-10, ACCT-11)', async () => {
    const { sent } = openAccount();
    press('Edit Phone Number');
    typeInto('Phone Number', '');
    press('Save');
    expect(await alertText()).toBe('Phone number is required');
    typeInto('Phone Number', '20255');
    press('Save');
    expect(await alertText()).toBe('Please enter a valid 10-digit phone number');
    expect(field('Phone Number').value).toBe('(202) 55');
    expect(sent).toEqual([]);
  });

  it('the phone number changes when the codes of both numbers are confirmed (OPEN-028)', async () => {
    const { sent, store } = openAccount(server);
    await toCode();
    expect(sent[0]).toMatchObject({ url: '/api/auth/update-phone', body: { phoneNumber: '+12025550199' } });
    expect(screen.getByText('(202) 555-0101')).toBeTruthy();
    expect(screen.getByText('Verification code sent to your phone!')).toBeTruthy();
    paste('654321');
    expect(screen.getByText('(202) 555-0199')).toBeTruthy();
    expect(store.getState().session.user?.phoneNumber).toBe('+12025550101');
    paste('000000');
    expect(await alertText()).toBe('That code isn’t right. Check it and try again.');
    paste('123456');
    expect(await screen.findByText('Phone number updated successfully')).toBeTruthy();
    expect(fact('Phone Number')).toBe('(202) 555-0199');
    expect(sent.at(-1)?.body).toMatchObject({ verificationCode: '123456', currentCode: '654321' });
  });

  it('the phone number keeps the code of the new number while the one of the current number is corrected (OPEN-028)', async () => {
    openAccount(server);
    await toCode();
    paste('111111');
    paste('123456');
    expect(await alertText()).toContain('The code for your current number');
    expect(field('Digit 1 of 6').value).toBe('');
    paste('654321');
    expect(field('Digit 1 of 6').value).toBe('1');
    expect(document.activeElement).toBe(field('Digit 6 of 6'));
    press('Confirm');
    expect(await screen.findByText('Phone number updated successfully')).toBeTruthy();
  });

  it('the phone number changes later for somebody who no longer has the current number, and says when (OPEN-028)', async () => {
    const { sent, store } = openAccount(server);
    await toCode();
    press('I no longer have this number');
    paste('123456');
    expect(await screen.findByText(/Your number changes on Sunday, May 17/)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ phoneNumber: '+12025550199', verificationCode: '123456' });
    expect(store.getState().session.user?.phoneNumber).toBe('+12025550101');
  });

  it('the phone number continues with its codes after a reload, until it is done', async () => {
    const { services, storage } = openAccount(server);
    await toCode();
    reload(services);
    expect(button('Resend').disabled).toBe(true);
    paste('654321');
    expect(screen.getByText('(202) 555-0199')).toBeTruthy();
    paste('123456');
    expect(await screen.findByText('Phone number updated successfully')).toBeTruthy();
    expect(storage.get(storageKeys.phoneStep)).toBeNull();
  });

  it('the phone number stays unchanged when the confirmation is cancelled (OPEN-028)', async () => {
    const { services, store } = openAccount(server);
    await toCode();
    expect(button('Resend').disabled).toBe(true);
    press('Cancel');
    expect(fact('Phone Number')).toBe('(202) 555-0101');
    reload(services);
    expect(fact('Phone Number')).toBe('(202) 555-0101');
    expect(store.getState().session.user?.phoneNumber).toBe('+12025550101');
  });
});
