import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces, OWN, ofAudiences } from '../api/live-updates.ts';
import type { Change } from '../store/changes.ts';

const isOwnAccount = (answer: AnswerOf<'updatePhone'>): answer is { user: UserView } => 'user' in answer;

const account = (user: UserView): Change => ({ name: 'accountUpdated', payload: { userId: user._id, user } });
const answersWithAccount = {
  transformResponse: ({ user }: { readonly user: UserView }) => user,
  ...announces(account),
};

/** The user's account. Every answer with the account also updates the session's copy. */
export const userApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<UserView, void>({
      query: () => call('me'),
      providesTags: ofAudiences([OWN]),
      ...answersWithAccount,
    }),
    updateEmail: build.mutation<UserView, BodyInputOf<'updateEmail'>>({
      query: (body) => call('updateEmail', { body }),
      ...answersWithAccount,
    }),
    updateName: build.mutation<UserView, BodyInputOf<'updateName'>>({
      query: (body) => call('updateName', { body }),
      ...answersWithAccount,
    }),
    /** Without a code, sends one to the new number. With it, changes the number. */
    updatePhone: build.mutation<AnswerOf<'updatePhone'>, BodyInputOf<'updatePhone'>>({
      query: (body) => call('updatePhone', { body }),
      ...announces((answer) => (isOwnAccount(answer) ? account(answer.user) : undefined)),
    }),
    cancelPhoneChange: build.mutation<UserView, void>({
      query: () => call('cancelPhoneChange'),
      ...answersWithAccount,
    }),
    stopPhoneChange: build.mutation<Success, string>({
      query: (token) => call('stopPhoneChange', { body: { token } }),
    }),
    completeProfile: build.mutation<UserView, void>({
      query: () => call('completeProfile'),
      ...answersWithAccount,
    }),
    /** The caller ends the session once its farewell has been shown. */
    deleteAccount: build.mutation<Success, void>({ query: () => call('deleteAccount') }),
  }),
});
