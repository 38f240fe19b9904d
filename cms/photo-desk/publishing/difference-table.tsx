import type { FieldDifference } from './field-differences.ts'

interface DifferenceTableProps {
  readonly caption: string
  readonly beforeTitle: string
  readonly afterTitle: string
  readonly differences: readonly FieldDifference[]
}

/** Two versions side by side, one row per field. */
export const DifferenceTable = ({ caption, beforeTitle, afterTitle, differences }: DifferenceTableProps) => (
  <table className="publishing-differences">
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">{beforeTitle}</th>
        <th scope="col">{afterTitle}</th>
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
