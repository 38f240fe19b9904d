import { expect, test } from 'vitest'
import type { AffiliationLogo } from '#src/content/services.ts'
import { groupByKind } from './affiliations.tsx'

const logo = (id: string, kind: AffiliationLogo['kind']) => ({
  id,
  kind,
  link: 'https://example.org/',
  logo: { src: '/a.svg', width: 2, height: 1, alt: id },
})

test('groups logos by kind, in the order of the first logo of each kind', () => {
  const rows = groupByKind([logo('a', 'Trade unions'), logo('b', 'Safety and compliance'), logo('c', 'Trade unions')])
  expect(rows.map(([kind, logos]) => [kind, logos.map(({ id }) => id)])).toEqual([
    ['Trade unions', ['a', 'c']],
    ['Safety and compliance', ['b']],
  ])
})
