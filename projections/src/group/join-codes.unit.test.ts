import { describe, it } from 'vitest';
import { club, crew, happens } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { joinCodes } from './fold.ts';

const { given } = testProjection(projectWith(joinCodes));

const claimed = (code: string, groupId: string) => happens('JoinCodeClaimed', { code, groupId });

describe('join codes', () => {
  it('join codes are counted by length while they are claimed', () =>
    given(claimed('123456', club), claimed('654321', crew), claimed('ABCD1234', club), claimed('1234567', crew))
      .when(happens('JoinCodeReleased', { code: '654321', groupId: crew }))
      .then({
        joinCodeCounts: [
          { id: '6', taken: 1 },
          { id: '7', taken: 1 },
          { id: '8', taken: 1 },
        ],
      }));
});
