import type { AnswerOf, BodyInputOf } from '@quorum/contracts/wire/routes.ts';
import type { UserView } from '@quorum/contracts/wire/views.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { tells } from '../api/live-updates.ts';
import type { Change } from '../services/changes.ts';
import { signedIn } from '../session/session-slice.ts';

type Phone = BodyInputOf<'login'>;
type PhoneAndCode = BodyInputOf<'verifyLogin'>;
type Done = { readonly success: true };

const isOwnAccount = (answer: AnswerOf<'updatePhone'>): answer is { user: UserView } => 'user' in answer;

const account = (user: UserView): Change => ({ name: 'accountUpdated', payload: { userId: user._id, user } });

/** Signing in and the own account. Whatever answers with the account also brings the session's copy up to date. */
export const userApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<UserView, void>({
      query: () => call('me'),
      transformResponse: ({ user }: AnswerOf<'me'>) => user,
      providesTags: ['Me'],
      ...tells(account),
    }),
    login: build.mutation<AnswerOf<'login'>, Phone>({ query: (body) => call('login', { body }) }),
    signup: build.mutation<AnswerOf<'signup'>, Phone>({ query: (body) => call('signup', { body }) }),
    verifyLogin: build.mutation<AnswerOf<'verifyLogin'>, PhoneAndCode>({
      query: (body) => call('verifyLogin', { body }),
      onQueryStarted: async (_, { queryFulfilled, dispatch }) => {
        const verified = await queryFulfilled.catch(() => undefined);
        if (verified !== undefined) dispatch(signedIn(verified.data));
      },
    }),
    verifySignup: build.mutation<AnswerOf<'verifySignup'>, PhoneAndCode>({
      query: (body) => call('verifySignup', { body }),
      onQueryStarted: async (_, { queryFulfilled, dispatch }) => {
        const verified = await queryFulfilled.catch(() => undefined);
        if (verified !== undefined) dispatch(signedIn(verified.data));
      },
    }),
    updateEmail: build.mutation<UserView, BodyInputOf<'updateEmail'>>({
      query: (body) => call('updateEmail', { body }),
      transformResponse: ({ user }: AnswerOf<'updateEmail'>) => user,
      ...tells(account),
    }),
    updateName: build.mutation<UserView, BodyInputOf<'updateName'>>({
      query: (body) => call('updateName', { body }),
      transformResponse: ({ user }: AnswerOf<'updateName'>) => user,
      ...tells(account),
    }),
    /** Without a code: sends one to the new number. With it: changes the number. */
    updatePhone: build.mutation<AnswerOf<'updatePhone'>, BodyInputOf<'updatePhone'>>({
      query: (body) => call('updatePhone', { body }),
      ...tells((answer) => (isOwnAccount(answer) ? account(answer.user) : undefined)),
    }),
    cancelPhoneChange: build.mutation<UserView, void>({
      query: () => call('cancelPhoneChange'),
      transformResponse: ({ user }: AnswerOf<'cancelPhoneChange'>) => user,
      ...tells(account),
    }),
    stopPhoneChange: build.mutation<Done, string>({ query: (token) => call('stopPhoneChange', { body: { token } }) }),
    completeProfile: build.mutation<UserView, void>({
      query: () => call('completeProfile'),
      transformResponse: ({ user }: AnswerOf<'completeProfile'>) => user,
      ...tells(account),
    }),
    /** The session is ended by the caller, when its farewell has been shown. */
    deleteAccount: build.mutation<Done, void>({ query: () => call('deleteAccount') }),
    /** The codes that the development outbox holds for a number in the form +1 and ten digits. */
    developmentSms: build.query<AnswerOf<'developmentSms'>['messages'], string | undefined>({
      query: (phoneNumber) => call('developmentSms', { query: { phoneNumber } }),
      transformResponse: ({ messages }: AnswerOf<'developmentSms'>) => messages,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useMeQuery,
  useLazyMeQuery,
  useLoginMutation,
  useSignupMutation,
  useVerifyLoginMutation,
  useVerifySignupMutation,
  useUpdateEmailMutation,
  useUpdateNameMutation,
  useUpdatePhoneMutation,
  useCancelPhoneChangeMutation,
  useStopPhoneChangeMutation,
  useCompleteProfileMutation,
  useDeleteAccountMutation,
  useDevelopmentSmsQuery,
} = userApi;
