import { type Folder, type HttpRequest, noScripts, type RequestExample, row } from '@parley/model'
import { lines, sampleFolder, sampleRequest } from './sample-parts.ts'

/** Returns the folder with tests, assertions, variables from responses and examples. */
export function checksFolder(): Folder {
  return sampleFolder('Checks', [booksByAuthor(), oneOfThem(), tooExpensive(), whoAmI()], { docs })
}

/** Its scripts are those that the Script tab offers. */
function booksByAuthor(): HttpRequest {
  return sampleRequest('Books by author', 'GET', '/books?author={{author}}', {
    params: [row('author', '{{author}}')],
    headers: [row('X-Started-At', '{{startedAt}}')],
    docs: lines(`
    The environment decides who \`author\` is: choose London or Kyoto and send it again. The **Post Response** script
    stores the id of the first book in \`bookId\` for the session, and the next request uses it.
`),
    scripts: { ...noScripts, preRequest: setBefore, postResponse: testList },
  })
}

function oneOfThem(): HttpRequest {
  return sampleRequest('The first of these books', 'GET', '/books/{{bookId}}', {
    docs: 'Uses the `bookId` that **Books by author** has set. Its **Assertions** need no script.',
    assertions: [
      { expression: 'res.status', operator: 'eq', value: '200', enabled: true },
      { expression: 'res.body.author', operator: 'contains', value: '{{author}}', enabled: true },
    ],
    scripts: { ...noScripts, postResponse: testBook },
    examples: [found, notFound],
  })
}

function tooExpensive(): HttpRequest {
  return sampleRequest('A price below 10', 'GET', '/books/1302', {
    docs: lines(`
    This test **fails on purpose**: the book costs 13 euros. It shows how a failed test looks in the response, in a run
    and in a report. Change 10 to 20 in the **Post Response** script, and it passes.
`),
    scripts: { ...noScripts, postResponse: testPrice },
  })
}

/** Its script requests the token that all requests inherit (behaviour 4.10). */
function whoAmI(): HttpRequest {
  return sampleRequest('Who am I', 'GET', '/me', {
    docs: lines(`
    The **Pre Request** script requests a token if there is none, and stores it in \`token\` for the session. The collection
    sends it as Bearer Token, which every request inherits.

    The script reads the secret \`clientSecret\`. Scripts read no secret that you have not allowed: choose
    **Allow to scripts** when the send stops, or the code icon of the secret among the variables of the collection.
`),
    scripts: { ...noScripts, preRequest: requestToken, postResponse: ownerTest },
  })
}

const setBefore = "tool.variables.set('startedAt', new Date().toISOString());"

const testList = lines(`
    const books = tool.response.json();

    tool.test('Status code is 200', () => {
      tool.response.to.have.status(200);
    });

    tool.test('Content-Type header is present', () => {
      tool.response.to.have.header('Content-Type');
    });

    tool.test('Every book is by the author', () => {
      for (const book of books) tool.expect(book.author).to.include(tool.variables.get('author'));
    });

    tool.environment.set('bookId', books[0].id);
`)

const testBook = lines(`
    tool.test('Body value equals', () => {
      const body = tool.response.json();
      tool.expect(body.id).to.equal(Number(tool.environment.get('bookId')));
    });

    tool.test('Response time is below 5 s', () => {
      tool.expect(tool.response.responseTime).to.be.below(5000);
    });

    tool.variables.set('id', tool.response.json().id);
`)

const testPrice = lines(`
    tool.test('The price is below 10', () => {
      tool.expect(tool.response.json().price.amount).to.be.below(10);
    });
`)

const requestToken = lines(`
    if (!pm.environment.get('token')) {
      pm.sendRequest({
        url: '{{baseUrl}}/token',
        method: 'POST',
        body: {
          client_id: pm.environment.get('clientId'),
          client_secret: pm.environment.get('clientSecret'),
        },
      }, (err, res) => {
        if (err) throw err;
        pm.environment.set('token', res.json().access_token);
      });
    }
`)

const ownerTest = lines(`
    tool.test('Status code is 200', () => {
      tool.response.to.have.status(200);
    });

    tool.test('The token belongs to the client', () => {
      tool.expect(tool.response.json().subject).to.equal(tool.environment.get('clientId'));
    });

    // An expired token is requested again by the next send.
    if (tool.response.code === 401) tool.environment.unset('token');
`)

const exampleHeaders = [{ name: 'Content-Type', value: 'application/json; charset=utf-8' }]

const found: RequestExample = {
  name: 'A book',
  response: {
    statusCode: 200,
    reasonPhrase: 'OK',
    headers: exampleHeaders,
    body: {
      type: 'json',
      data: '{\n  "id": 1204,\n  "title": "The Left Hand of Darkness",\n  "author": "Ursula K. Le Guin"\n}',
    },
  },
}

const notFound: RequestExample = {
  name: 'No such book',
  response: {
    statusCode: 404,
    reasonPhrase: 'Not Found',
    headers: exampleHeaders,
    body: { type: 'json', data: '{\n  "error": {\n    "code": "book_not_found"\n  }\n}' },
  },
}

const docs = lines(`
    What a run checks: tests in scripts, assertions in a table, a variable that one response sets for the next request, and a
    token that a script requests. Run this folder from its menu, or with the data file \`authors.csv\` once for each author.
`)
