import { useRef } from 'react'
import type { DescribedArgument } from '../../graphql/explorer/describe-type.ts'
import { Deprecation, Description, FirstOf, type ShowDocs } from './DocsParts.tsx'
import styles from './SchemaExplorer.module.css'
import { useAnswer } from './use-answer.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export interface MemberPageProps {
  readonly typeName: string
  readonly memberName: string
  readonly onShow: ShowDocs
}

/** What the schema says about a field with its arguments, about an input field or an enum value. */
export function MemberPage({ typeName, memberName, onShow }: MemberPageProps) {
  const described = useAnswer('describeMember', `${typeName}.${memberName}`)
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page, described)
  return (
    <div ref={page} className={styles.list} tabIndex={-1}>
      <h2 className={styles.typeHead}>
        <button type="button" className={styles.typeLink} onClick={() => onShow(typeName)}>
          {typeName}
        </button>
        .{memberName}
        {described != null && <TypeAndDefault {...described} onShow={onShow} />}
      </h2>
      {described === null && (
        <p className={styles.nothing}>
          The schema has no {typeName}.{memberName}.
        </p>
      )}
      {described != null && (
        <>
          <Deprecation reason={described.deprecationReason} />
          <Description text={described.description} />
          {described.total > 0 && (
            <>
              <h3 className={styles.partHead}>Arguments</h3>
              <ul className={styles.members} aria-label="Arguments">
                {described.arguments.map(argument => (
                  <Argument key={argument.name} argument={argument} onShow={onShow} />
                ))}
              </ul>
              <FirstOf shown={described.arguments.length} total={described.total} />
            </>
          )}
        </>
      )}
    </div>
  )
}

interface ArgumentProps {
  readonly argument: DescribedArgument
  readonly onShow: ShowDocs
}

function Argument({ argument, onShow }: ArgumentProps) {
  return (
    <li className={styles.member}>
      <span className={styles.signature}>
        {argument.name}
        <TypeAndDefault {...argument} onShow={onShow} />
      </span>
      <Deprecation reason={argument.deprecationReason} />
      {argument.description !== '' && (
        <span className={styles.description} dir="auto">
          {argument.description}
        </span>
      )}
    </li>
  )
}

interface TypeAndDefaultProps extends Pick<DescribedArgument, 'typeText' | 'defaultText'> {
  readonly typeName: string | null
  readonly onShow: ShowDocs
}

/** What follows a name: its type, which leads to its page, and its default. */
function TypeAndDefault({ typeText, typeName, defaultText, onShow }: TypeAndDefaultProps) {
  return (
    <>
      {typeName !== null && (
        <>
          {': '}
          <button type="button" className={styles.typeLink} onClick={() => onShow(typeName)}>
            {typeText}
          </button>
        </>
      )}
      {defaultText !== '' && ` = ${defaultText}`}
    </>
  )
}
