"""Gets an access token with the official cloud-idaas-core, as the configuration says: idaas_client.py CONFIGURATION."""

import sys

from cloud_idaas.core.factory.idaas_credential_provider_factory import IDaaSCredentialProviderFactory

IDaaSCredentialProviderFactory.init(sys.argv[1])
print(IDaaSCredentialProviderFactory.get_idaas_credential_provider().get_credential().get_access_token())
