import type { FieldDifference } from './field-differences.ts'

interface DifferenceTableProps {
  readonly caption: string
  readonly differences: readonly FieldDifference[]
  /** The titles of both versions. */
  readonly titles?: readonly [string, string]
}

const TITLES = ['Visitors see', 'Will be published'] as const

/** Two versions side by side, one row per field. */
export const DifferenceTable = ({ caption, differences, titles = TITLES }: DifferenceTableProps) => (
  <table className="publishing-differences">
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">{titles[0]}</th>
        <th scope="col">{titles[1]}</th>
      </tr>
    </thead>
    <tbody>
      {differences.map(({ field, name, before, after }) => (
        <tr key={field}>
          <th scope="row">{name}</th>
          <td>{before}</td>
          <td>{after}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
