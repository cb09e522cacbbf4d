import { useRef } from 'react'
import type { TypeMember } from '../../graphql/explorer/describe-type.ts'
import { Deprecation, Description, FirstOf, type ShowDocs } from './DocsParts.tsx'
import styles from './SchemaExplorer.module.css'
import { useAnswer } from './use-answer.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export interface TypePageProps {
  readonly typeName: string
  readonly onShow: ShowDocs
}

/** What the schema says about one type. */
export function TypePage({ typeName, onShow }: TypePageProps) {
  const described = useAnswer('describeType', typeName)
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page, described)
  return (
    <div ref={page} className={styles.list} tabIndex={-1}>
      {described === null && <p className={styles.nothing}>The schema has no type {typeName}.</p>}
      {described != null && (
        <>
          <h2 className={styles.typeHead}>
            <span className={styles.kind}>{described.kind}</span>{' '}
            <span className={styles.type}>{described.name}</span>
          </h2>
          <Description text={described.description} />
          <ul className={styles.members}>
            {described.members.map(member => (
              <Member key={member.name} member={member} owner={described.name} onShow={onShow} />
            ))}
          </ul>
          <FirstOf shown={described.members.length} total={described.total} />
        </>
      )}
    </div>
  )
}

interface MemberProps {
  readonly member: TypeMember
  readonly owner: string
  readonly onShow: ShowDocs
}

function Member({ member, owner, onShow }: MemberProps) {
  const { name, argumentsText, typeText, typeName, description, deprecationReason } = member
  // A possible type of a union leads to itself.
  const isType = typeText === '' && typeName !== null
  return (
    <li className={styles.member}>
      <span className={styles.signature}>
        <button
          type="button"
          className={isType ? styles.typeLink : styles.memberLink}
          onClick={() => (isType ? onShow(name) : onShow(owner, name))}
        >
          {name}
        </button>
        {argumentsText}
        {typeText !== '' && ': '}
        {typeText !== '' && typeName !== null && (
          <button type="button" className={styles.typeLink} onClick={() => onShow(typeName)}>
            {typeText}
          </button>
        )}
      </span>
      <Deprecation reason={deprecationReason} />
      {description !== '' && (
        <span className={styles.description} dir="auto">
          {description}
        </span>
      )}
    </li>
  )
}
