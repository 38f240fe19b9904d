import { expect, test } from 'vitest'
import { groupByKind } from './affiliations.tsx'

const logo = (id: string, kind: string) => ({
  id,
  kind,
  link: 'https://example.org/',
  logo: { src: '/a.svg', width: 2, height: 1, alt: id },
})

test('groups logos by kind, in the order of the first logo of each kind', () => {
  const rows = groupByKind([logo('a', 'Unions'), logo('b', 'Safety'), logo('c', 'Unions')])
  expect(rows.map(([kind, logos]) => [kind, logos.map(({ id }) => id)])).toEqual([
    ['Unions', ['a', 'c']],
    ['Safety', ['b']],
  ])
})
