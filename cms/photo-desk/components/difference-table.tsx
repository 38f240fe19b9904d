import { Table, Text } from '@contentful/f36-components'
import type { FieldDifference } from '#cms/photo-desk/state/publication/field-differences.ts'

interface DifferenceTableProps {
  readonly caption: string
  readonly differences: readonly FieldDifference[]
  /** The titles of both versions. */
  readonly titles: readonly [string, string]
}

/** Two versions side by side, one row per field. */
export const DifferenceTable = ({ caption, differences, titles }: DifferenceTableProps) => (
  <Table>
    <Text as="caption" fontWeight="fontWeightDemiBold">
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
      {differences.map(({ field, name, before, after }) => (
        <Table.Row key={field}>
          {/* Forma 36 makes each cell of a body a `td`. */}
          <Table.Cell role="rowheader">{name}</Table.Cell>
          <Table.Cell isWordBreak>{before}</Table.Cell>
          <Table.Cell isWordBreak>{after}</Table.Cell>
        </Table.Row>
      ))}
    </Table.Body>
  </Table>
)
