import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { CharacterCount } from './form-field.tsx'

function Count({ length }: { readonly length: number }) {
  const { control } = useForm({ defaultValues: { name: '', email: '', message: 'x'.repeat(length) } })
  return <CharacterCount control={control} />
}

test.each([
  [4_499, ''],
  [4_500, 'data-over="false">4,500 / 5,000<'],
  [5_000, 'data-over="false">5,000 / 5,000<'],
  [5_001, 'data-over="true">5,001 / 5,000<'],
])('counts the characters of a message near the maximum: %i', (length, text) => {
  expect(renderToStaticMarkup(<Count length={length} />).replace(/^.*?(?=data-over)|\/span>$/g, '')).toBe(text)
})
