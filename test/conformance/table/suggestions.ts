/** What an error suggests when a known name is close. Spec 8. */
import { rejectsWithProblem } from '../expect.js';
import { bare, row, type Subject, tools } from '../row.js';
import { malformed, unknown } from '../text-row.js';

const variables = { title: 'T', user_name: 'U', working_directory: 'W' };

export const suggestions: Subject = {
  subject: 'suggestions',
  rows: [
    unknown('letters swapped', '{{titel}}', '{{titel}}', { suggestion: 'title' }, { variables }),
    unknown('a letter missing', '{{tile}}', '{{tile}}', { suggestion: 'title' }, { variables }),
    unknown('a letter too many', '{{titles}}', '{{titles}}', { suggestion: 'title' }, { variables }),
    unknown('a wrong letter', '<<titla>>', '<<titla>>', { suggestion: 'title' }, { variables }),
    unknown('an underscore missing', '{{username}}', '{{username}}', { suggestion: 'user_name' }, { variables }),
    unknown(
      'a long name',
      '{{working_directry}}',
      '{{working_directry}}',
      { suggestion: 'working_directory' },
      {
        variables,
      },
    ),
    unknown('nothing close', '{{zzz}}', '{{zzz}}', { suggestion: null }, { variables }),
    unknown('nothing registered', '{{title}}', '{{title}}', { suggestion: null }, { variables: {} }),
    malformed('padding', '{{ title }}', '{{ title }}', { suggestion: '{{title}}' }, { variables }),
    malformed('padding in angles', '<< title >>', '<< title >>', { suggestion: '<<title>>' }, { variables }),
    malformed('a capital', '{{Title}}', '{{Title}}', { suggestion: '{{title}}' }, { variables }),
    malformed('a capital in angles', '<<Title>>', '<<Title>>', { suggestion: '<<title>>' }, { variables }),
    malformed('brackets too many', '<<<title>>>', '<<<title>>>', { suggestion: '<<title>>' }, { variables }),
    malformed('a hyphen', '{{user-name}}', '{{user-name}}', { suggestion: '{{user_name}}' }, { variables }),
    malformed('far from everything', '{{ env.CI }}', '{{ env.CI }}', { suggestion: null }, { variables }),
    row('a misspelt tool in toolOrder', async (api) => {
      const prompt = await bare(api, { toolOrder: ['serach', api.TOOL_ORDER_REST] });
      prompt.tools(tools('search', 'write'));
      await rejectsWithProblem(api, prompt.assemble(), { code: 'tool-order-unknown', suggestion: 'search' });
    }),
  ],
};
