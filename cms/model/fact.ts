import { contentType, line, optional } from './fields.ts'

/** One of the large figures on Home. */
export const fact = contentType({
  id: 'fact',
  name: 'Fact',
  description: 'One of the large figures under the film on Home.',
  title: 'text',
  fields: {
    figure: line({ max: 10, help: 'The figure, set large: 250+' }),
    unit: optional(line({ max: 15, help: 'What it counts, set beside it: miles' })),
    text: line({ max: 120, help: 'What the figure says, in one line.' }),
  },
})
