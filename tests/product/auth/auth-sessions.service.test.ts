import { until } from '@quorum/service-kit/testing/until.ts';
import { describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { logOf } from '../../support/log-of.ts';
import { Client, createGroup, freshPhone, joinGroup, lastCode, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { COOLDOWN, signInElsewhere } from '../../support/sign-in.ts';
import { connect, endOf } from '../../support/sockets.ts';

const clock = movableClock();
const product = sharedProduct({}, clock);

const refusedOnBothSides = async (client: Client): Promise<boolean> => {
  const query = await client.call('me', { headers: { 'x-min-position': '' } });
  const command = await client.call('updateName', { body: { firstName: 'Late', lastName: 'Comer' } });
  return query.status === 401 && command.status === 401;
};

const smsTo = async (phoneNumber: string): Promise<string[]> => {
  const url = `${product.origin}/api/dev/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`;
  const { messages } = (await (await fetch(url)).json()) as { messages: { body: string }[] };
  return messages.map(({ body }) => body);
};

const changePhone = async (client: Client, current: string, phoneNumber: string) => {
  const asked = await client.call('updatePhone', { body: { phoneNumber } });
  expect([asked.status, asked.body]).toEqual([202, { verificationRequired: true }]);
  const verificationCode = await lastCode(product, phoneNumber);
  const currentCode = await lastCode(product, current);
  return client.must('updatePhone', { body: { phoneNumber, verificationCode, currentCode } }) as Promise<{
    user: { phoneNumber: string };
  }>;
};

describe('ending a session', () => {
  it('a logout ends the session of that browser alone, on both services and its socket (SAFE-03)', async () => {
    const phone = freshPhone();
    const here = await signUp(product, { phone });
    const there = await signInElsewhere(product, clock, phone);
    const [socket, other] = [await connect(product, here.token), await connect(product, there.token)];
    const ended = endOf(socket);
    await here.must('logout');
    expect(await ended).toMatchObject({ reason: 'logout' });
    await until(() => refusedOnBothSides(here));
    await expect(connect(product, here.token)).rejects.toThrow('Your session has ended. Please log in again.');
    expect((await there.call('me')).status).toBe(200);
    expect(other.connected).toBe(true);
    other.close();
  });

  it('a change of number ends the sessions of all other browsers (SAFE-03)', async () => {
    const phone = freshPhone();
    const here = await signUp(product, { phone });
    const there = await signInElsewhere(product, clock, phone);
    const sockets = [await connect(product, here.token), await connect(product, there.token)] as const;
    const ended = endOf(sockets[1]);
    await changePhone(here, phone, freshPhone());
    expect(await ended).toMatchObject({ reason: 'revoked' });
    await until(() => refusedOnBothSides(there));
    expect((await here.call('me')).status).toBe(200);
    expect(sockets[0].connected).toBe(true);
    sockets[0].close();
  });

  it('the deletion of an account ends the session of every browser; the old tokens are refused forever (PERM-24, API-32, SAFE-03)', async () => {
    const phone = freshPhone();
    const here = await signUp(product, { phone });
    const there = await signInElsewhere(product, clock, phone);
    const sockets = [await connect(product, here.token), await connect(product, there.token)];
    const ends = Promise.all(sockets.map(endOf));
    expect(await here.must('deleteAccount')).toEqual({ success: true });
    expect(await ends).toEqual([{ reason: 'account-deleted' }, { reason: 'account-deleted' }]);
    for (const client of [here, there]) await until(() => refusedOnBothSides(client));
    await product.restart();
    expect(await refusedOnBothSides(here)).toBe(true);
    await expect(connect(product, there.token)).rejects.toThrow('Your session has ended');
  });

  it('the deletion of an account frees the number for someone new', async () => {
    const phone = freshPhone();
    const first = await signUp(product, { phone });
    await first.must('deleteAccount');
    clock.moveOn(COOLDOWN);
    const second = await signUp(product, { phone });
    expect(second.userId).not.toBe(first.userId);
  });
});

describe('a session that has just started', () => {
  it('a session that has just started is known to queries that name its position, and to sockets (CQRS-02)', async () => {
    for (let n = 0; n < 5; n++) {
      const client = await signUp(product);
      const groups = await client.call('myGroups');
      expect([groups.status, groups.error]).toEqual([200, '']);
      (await connect(product, client.token)).close();
    }
  });
});

describe('a new phone number', () => {
  it('a new phone number is verified before it takes effect: code to the new one, notice to the old one, then the user (OPEN-028, API-29)', async () => {
    const [before, after] = [freshPhone(), freshPhone()];
    const client = await signUp(product, { phone: before });
    const asked = await client.call('updatePhone', { body: { phoneNumber: after } });
    expect([asked.status, asked.body]).toEqual([202, { verificationRequired: true }]);
    expect((await client.must('me')).user.phoneNumber).toBe(before);
    const code = await lastCode(product, after);
    const wrong = code === '000000' ? '000001' : '000000';
    const refused = await client.call('updatePhone', {
      body: { phoneNumber: after, verificationCode: wrong, currentCode: await lastCode(product, before) },
    });
    expect([refused.status, refused.error]).toEqual([400, 'That code isn’t right. Check it and try again.']);

    const { user } = (await client.must('updatePhone', {
      body: { phoneNumber: after, verificationCode: code, currentCode: await lastCode(product, before) },
    })) as { user: { phoneNumber: string } };
    expect(user.phoneNumber).toBe(after);
    const notice = 'The phone number of your Quorum account was changed. Not you? Write to support@quorum.app.';
    await until(async () => (await smsTo(before))[0] === notice);
    expect(await smsTo(after)).not.toContain(notice);

    clock.moveOn(COOLDOWN);
    const old = await new Client(product).call('login', { body: { phoneNumber: before } });
    expect(old.status).toBe(404);
    expect((await signInElsewhere(product, clock, after)).userId).toBe(client.userId);
    expect((await signUp(product, { phone: before })).userId).not.toBe(client.userId);
  });

  it('a new phone number is refused if it is taken, before and after the code, or is the old one (OPEN-028, ACCT-12)', async () => {
    const [mine, wanted, theirs] = [freshPhone(), freshPhone(), freshPhone()];
    const client = await signUp(product, { phone: mine });
    await signUp(product, { phone: theirs });
    const taken = await client.call('updatePhone', { body: { phoneNumber: theirs } });
    expect([taken.status, taken.error]).toEqual([409, 'This phone number is already in use']);
    const same = await client.call('updatePhone', { body: { phoneNumber: mine } });
    expect([same.status, same.error]).toEqual([400, 'This is already your phone number']);

    // Somebody else signs up with it before the code is used.
    await client.must('updatePhone', { body: { phoneNumber: wanted } });
    const verificationCode = await lastCode(product, wanted);
    clock.moveOn(COOLDOWN);
    const stolen = await new Client(product).call('verifySignup', { body: { phoneNumber: wanted, verificationCode } });
    expect(stolen.error).toBe('This code has expired. Please request a new one.');
    await signUp(product, { phone: wanted });
    const currentCode = await lastCode(product, mine);
    const late = await client.call('updatePhone', { body: { phoneNumber: wanted, verificationCode, currentCode } });
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect((await client.must('me')).user.phoneNumber).toBe(mine);
  });

  it('a new phone number goes to one of two people who verify it concurrently (CQRS-03)', async () => {
    const wanted = freshPhone();
    const phone = freshPhone();
    const [first, second] = [await signUp(product, { phone }), await signUp(product)];
    await first.must('updatePhone', { body: { phoneNumber: wanted } });
    const code = await lastCode(product, wanted);
    const currentCode = await lastCode(product, phone);
    const answers = await Promise.all(
      [first, second, first, second].map((client) =>
        client.call('updatePhone', { body: { phoneNumber: wanted, verificationCode: code, currentCode } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const claims = (await logOf(product.dataDir)).filter(({ type }) => type === 'PhoneClaimed');
    expect(new Set(claims.map(({ stream, data }) => `${stream}${data}`)).size).toBe(claims.length);
  });
});

describe('the profile', () => {
  it('the profile is complete only with email and both names, and opens the rest of the product (SETUP-09, SETUP-12, API-27, API-28, API-31, PERM-01)', async () => {
    const client = await signUp(product, { complete: false });
    const early = await client.call('completeProfile');
    expect([early.status, early.error]).toEqual([400, 'Please enter your email and name first']);
    const shut = await client.call('myGroups');
    expect([shut.status, shut.error]).toEqual([403, 'Please complete your profile first']);

    for (const email of ['robin', '\u200B@example.org', 'robin@\u202E']) {
      const refused = await client.call('updateEmail', { body: { email } });
      expect([refused.status, refused.error]).toEqual([400, 'Please enter a valid email address']);
    }
    const { user: mailed } = await client.must('updateEmail', { body: { email: ' ro\u200Bbin@exam\u202Eple.org ' } });
    expect(mailed).toMatchObject({ email: 'robin@example.org', profileComplete: false });
    expect((await client.call('completeProfile')).status).toBe(400);
    for (const name of [{ firstName: 'Robin', lastName: ' ' }, { firstName: '\u200B\u202E', lastName: 'Vale' }, {}]) {
      const refused = await client.call('updateName', { body: name });
      expect([refused.status, refused.error]).toEqual([400, 'First name and last name are required']);
    }
    await client.must('updateName', { body: { firstName: 'Robin', lastName: 'Vale' } });
    const { user } = await client.must('completeProfile');
    expect(user).toMatchObject({ firstName: 'Robin', lastName: 'Vale', profileComplete: true });
    expect((await client.must('myGroups')).groups).toEqual([]);
  });

  it('a signed-in person may upload an image for a group that does not exist yet, and only its uploader may use it (API-33)', async () => {
    const client = await signUp(product);
    const { default: sharp } = await import('sharp');
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const form = fileForm('groupImage', new File([new Uint8Array(bytes)], 'boats.png'));
    const { groupImageUrl } = await client.must('uploadGroupImage', { form });
    expect((await client.file(groupImageUrl)).headers.get('content-type')).toBe('image/webp');
    const thief = await signUp(product);
    const body = { name: 'Rowing club', description: 'People who row', imageUrl: groupImageUrl };
    expect((await thief.call('createGroup', { body })).status).toBe(400);
    const { group } = await client.must('createGroup', { body });
    expect(group.imageUrl).toContain(groupImageUrl.split('?')[0]);
    // The image of a group is removed with it, so that another group may not take it.
    const image = fileForm('image', new File([new Uint8Array(bytes)], 'oars.png'));
    const changed = await client.must('uploadImageOfGroup', { params: { id: group._id }, form: image });
    const { status } = await client.call('createGroup', { body: { ...body, imageUrl: changed.group.imageUrl } });
    expect(status).toBe(400);
  });
});

describe('only members', () => {
  it('only members reach what is in a group, over HTTP and over sockets (PERM-04, PERM-05)', async () => {
    const [owner, outsider] = [await signUp(product), await signUp(product)];
    const { group, inviteCode } = await createGroup(owner);
    const { message } = await owner.must('sendMessage', { body: { groupId: group._id, content: 'Ours' } });
    const params = { id: group._id, groupId: group._id };
    const days = { startDate: '2026-01-01', endDate: '2026-12-31' };
    const tries = async (client: Client) => [
      (await client.call('group', { params })).status,
      (await client.call('groupMembers', { params })).status,
      (await client.call('messages', { params })).status,
      (await client.call('filesByDate', { params, query: days })).status,
      (await client.call('events', { query: { groupId: group._id } })).status,
      (await client.call('sendMessage', { body: { groupId: group._id, content: 'Mine' } })).status,
      (
        await client.call('createEvent', {
          body: { name: 'Mine', date: '2030-01-01', time: '9:00', groupId: group._id },
        })
      ).status,
      (await client.call('addReaction', { params: { id: message._id }, body: { emoji: '👍' } })).status,
    ];
    const before = (await logOf(product.dataDir)).length;
    const statuses = await tries(outsider);
    expect(statuses.every((status) => status === 403 || status === 404)).toBe(true);
    expect((await logOf(product.dataDir)).length).toBe(before);

    const socket = await connect(product, outsider.token);
    const heard: unknown[] = [];
    socket.on('newMessage', (frame: unknown) => heard.push(frame));
    const answer = await new Promise((resolve) => socket.emit('joinGroup', group._id, resolve));
    expect(answer).toMatchObject({ ok: false });
    const listener = await connect(product, owner.token);
    const told = new Promise((resolve) => listener.once('newMessage', resolve));
    await owner.must('sendMessage', { body: { groupId: group._id, content: 'Still ours' } });
    // This answer was requested after the message had reached everyone who may receive it.
    await told;
    await socket.emitWithAck('resume', {});
    expect(heard).toEqual([]);
    listener.close();
    socket.close();

    await joinGroup(outsider, inviteCode);
    expect((await tries(outsider)).every((status) => status === 200)).toBe(true);
  });
});
