import { Table, Text } from '@contentful/f36-components'
import type { ReactNode } from 'react'
import type { FieldDifference } from '#cms/photo-desk/state/publication/field-differences.ts'

interface DifferenceTableProps {
  readonly caption: string
  readonly differences: readonly FieldDifference[]
  readonly titles: readonly [string, string]
  /** Shows below the new value what can be done with it. */
  readonly renderAction?: (difference: FieldDifference) => ReactNode
}

/** Two versions side by side, one row per field. */
export const DifferenceTable = ({ caption, differences, titles, renderAction }: DifferenceTableProps) => (
  <Table>
    <Text as="caption" fontWeight="fontWeightDemiBold" style={{ paddingBlock: '8px 4px', textAlign: 'start' }}>
      {caption}
    </Text>
    <Table.Head>
      <Table.Row>
        {['Field', ...titles].map((title) => (
          <Table.Cell key={title} scope="col">
            {title}
          </Table.Cell>
        ))}
      </Table.Row>
    </Table.Head>
    <Table.Body>
      {differences.map((difference) => (
        <Table.Row key={difference.field}>
          {/* Forma 36 makes each cell of a body a `td`. */}
          <Table.Cell role="rowheader">{difference.name}</Table.Cell>
          <Table.Cell isWordBreak>{difference.before}</Table.Cell>
          <Table.Cell isWordBreak>
            {difference.after}
            {renderAction?.(difference)}
          </Table.Cell>
        </Table.Row>
      ))}
    </Table.Body>
  </Table>
)
