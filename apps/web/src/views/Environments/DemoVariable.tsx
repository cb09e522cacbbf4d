import type { EditedVariable } from '@parley/server/contract'
import { Button } from '../../components/buttons/Button.tsx'
import { classNames } from '../../components/class-names.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import { variableKind } from '../../workbench/variables/variable-kind.ts'
import styles from './DemoVariable.module.css'

export interface DemoVariableProps {
  readonly known: KnownVariables
  /** Those of the table, one of which may take its place. */
  readonly variables: readonly EditedVariable[]
  /** Called with the variable that takes its place. */
  readonly onAdd: (variable: EditedVariable) => void
}

/** The variable that the running demo API provides for the sample; it can be replaced, not edited. */
export function DemoVariable({ known, variables, onAdd }: DemoVariableProps) {
  const demo = known?.find(({ scope }) => scope === 'demo')
  if (demo === undefined || demo.value === null) return null
  const { name, value: text } = demo
  if (variables.some(one => one.variable.enabled && one.variable.name === name)) return null
  const isDescribed = variables.some(one => variableKind.text(one, 'description') !== '')
  const variable = { secret: false, name, value: { text }, enabled: true } as const
  return (
    <table
      className={classNames(styles.table, isDescribed && styles.described)}
      aria-label="Variable of the demo API"
    >
      <tbody>
        <tr>
          <td className={styles.tick} />
          <th scope="row">{name}</th>
          <td title={text}>
            <span className="line">
              <span className="fit">{text}</span>
              <span className={styles.source}>demo API</span>
            </span>
          </td>
          {isDescribed && <td className={styles.description} />}
          <td className={styles.add}>
            <Button size="small" onPress={() => onAdd({ variable, secretValue: null })}>
              Set your own
            </Button>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
