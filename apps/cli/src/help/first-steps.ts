/** What `parley` alone prints: the things that people do with it, with an example of each. */
export const firstSteps = `Parley is an API client. It sends requests, runs collections with their tests, and starts the app.

Send a request                 parley send http://localhost:3000/books
Send a body                    parley send POST :3000/books --json '{"title": "Lavinia"}'
Send a cURL command            parley send curl -u ada:SECRET http://localhost:3000/books
Send a saved request           parley send shop/add-order.yml --env Staging
Run a collection               parley run shop --env Staging -r junit=report.xml
Ask why it failed              parley run shop -r json=run.json; parley explain run.json
Import from another client     parley import shop.postman_collection.json --into ~/apis
Print code for a request       parley codegen --target python http://localhost:3000/books
Open the app                   parley serve ~/apis
Let an agent send requests     parley mcp ~/apis --env Staging

parley --help lists all commands, and parley COMMAND --help explains one.
`
