// What is left out of every n8n that the connector is tried in: clients of other services, for nodes and features that no
// test uses. n8n loads each of them only when such a node runs, and they are half of all packages. pnpm asks here for each
// package that it resolves; after a change, write the locks again (README.md).
const omitted = new Set(
	`
	@1password/connect @ai-sdk/alibaba @ai-sdk/amazon-bedrock @ai-sdk/anthropic @ai-sdk/azure @ai-sdk/cohere
	@ai-sdk/deepseek @ai-sdk/gateway @ai-sdk/google @ai-sdk/google-vertex @ai-sdk/groq @ai-sdk/minimax @ai-sdk/mistral
	@ai-sdk/moonshotai @ai-sdk/openai @ai-sdk/openai-compatible @ai-sdk/otel @ai-sdk/provider-utils @ai-sdk/xai
	@aws-sdk/client-bedrock-runtime @aws-sdk/client-secrets-manager @aws-sdk/client-sso-oidc
	@aws-sdk/credential-providers @azure/keyvault-secrets @azure/search-documents @azure/storage-blob
	@chat-adapter/discord @chat-adapter/linear @chat-adapter/slack @chat-adapter/state-memory @chat-adapter/telegram
	@confluentinc/kafka-javascript @daytona/sdk @getzep/zep-cloud @getzep/zep-js
	@google-ai/generativelanguage @google-cloud/resource-manager @google-cloud/secret-manager @google/genai
	@google/generative-ai @grpc/grpc-js @huggingface/inference @joplin/turndown-plugin-gfm
	@kafkajs/confluent-schema-registry @langchain/anthropic @langchain/aws @langchain/cohere @langchain/google-common
	@langchain/google-genai @langchain/google-vertexai @langchain/groq @langchain/mistralai @langchain/mongodb
	@langchain/ollama @langchain/pinecone @langchain/qdrant @langchain/redis @langchain/weaviate
	@microsoft/agents-a365-observability @microsoft/agents-a365-runtime @microsoft/agents-a365-tooling
	@microsoft/agents-activity @microsoft/agents-hosting @mistralai/mistralai @modelcontextprotocol/ext-apps
	@n8n/design-system @n8n/imap @n8n/mcp-browser @n8n/syslog-client @n8n/typescript-config @n8n/vm2
	@openrouter/ai-sdk-provider @oracle/langchain-oracledb @parcel/watcher
	@pinecone-database/pinecone @qdrant/js-client-rest @rudderstack/rudder-sdk-node @sentry/node-native
	@sentry/profiling-node @supabase/supabase-js @thednp/dommatrix @xata.io/client @zilliz/milvus2-sdk-node ai alasql
	amqplib chromadb cohere-ai currency-codes d3-dsv epub2 get-system-fonts gm ics infisical-node iso-639-1
	js-nacl kafkajs linkedom lossless-json mailparser mammoth minifaker mongodb mqtt mqtt-packet mssql mysql2
	node-ssh pdf-parse pdfjs-dist posthog-node promise-ftp pyodide redis rfc2047 rhea
	rrule rss-parser snowflake-sdk ssh2-sftp-client sucrase turndown vm2 vue vue-i18n weaviate-client
	xlsx xmlhttprequest-ssl
	`.match(/\S+/g),
);

module.exports = {
	hooks: {
		readPackage(described) {
			// It asks for one that others bring, which are left out.
			if (described.name === 'ts-ics')
				Object.assign(described.dependencies, described.peerDependencies);
			if (!/^(?:@n8n\/|n8n)/.test(described.name)) return described;
			for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
				for (const name of Object.keys(described[field] ?? {})) {
					if (omitted.has(name)) delete described[field][name];
				}
			}
			return described;
		},
	},
};
