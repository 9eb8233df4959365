internal import Control

Ossauthctl.run()
