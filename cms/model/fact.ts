import { defineContentType, lineField, optionalField } from './field-definitions.ts'

/** A figure with its text on the Home page. */
export const fact = defineContentType({
  id: 'fact',
  name: 'Fact',
  description: 'One of the large figures under the film on Home.',
  title: 'text',
  fields: {
    figure: lineField({ max: 10, help: 'The figure, set large: 250+' }),
    unit: optionalField(lineField({ max: 15, help: 'What it counts, set beside it: miles' })),
    text: lineField({ max: 120, help: 'What the figure says, in one line.' }),
  },
})
