import { Table, Text } from '@contentful/f36-components'
import type { ReactNode } from 'react'
import type { FieldDifference } from '#cms/photo-desk/state/publication/field-differences.ts'

interface DataTableProps {
  readonly caption?: string
  readonly headings: readonly string[]
  /** The cells by the key of their row. The first cell names the row. */
  readonly rows: ReadonlyMap<string, readonly ReactNode[]>
}

/** A table with a heading for each column. */
export const DataTable = ({ caption, headings, rows }: DataTableProps) => (
  <Table>
    {caption && (
      <Text as="caption" fontWeight="fontWeightDemiBold" style={{ paddingBlock: '8px 4px', textAlign: 'start' }}>
        {caption}
      </Text>
    )}
    <Table.Head>
      <Table.Row>
        {headings.map((heading) => (
          <Table.Cell key={heading} scope="col">
            {heading}
          </Table.Cell>
        ))}
      </Table.Row>
    </Table.Head>
    <Table.Body>
      {[...rows].map(([key, [name, ...cells]]) => (
        <Table.Row key={key}>
          {/* Forma 36 makes each cell of a body a `td`. */}
          <Table.Cell role="rowheader">{name}</Table.Cell>
          {cells.map((cell, index) => (
            <Table.Cell key={headings[index + 1]} isWordBreak>
              {cell}
            </Table.Cell>
          ))}
        </Table.Row>
      ))}
    </Table.Body>
  </Table>
)

interface DifferenceTableProps {
  readonly caption: string
  readonly differences: readonly FieldDifference[]
  /** The titles of both versions. */
  readonly titles: readonly [string, string]
  /** Shows below the new value what can be done with it. */
  readonly renderAction?: (difference: FieldDifference) => ReactNode
}

/** Two versions side by side, one row per field. */
export const DifferenceTable = ({ caption, differences, titles, renderAction }: DifferenceTableProps) => (
  <DataTable
    caption={caption}
    headings={['Field', ...titles]}
    rows={
      new Map(
        differences.map((difference) => {
          const { field, name, before, after } = difference
          return [field, [name, before, renderAction ? [after, renderAction(difference)] : after]]
        }),
      )
    }
  />
)
